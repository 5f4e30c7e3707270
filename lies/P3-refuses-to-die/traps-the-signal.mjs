for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => console.log('no'))
setInterval(() => {}, 1000)
