console.log('Claude usage limit reached. Your limit will reset at 3pm.')
