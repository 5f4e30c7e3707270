setInterval(() => console.log('thinking'), 200)
