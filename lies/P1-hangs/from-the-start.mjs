setInterval(() => {}, 1000)
