// Says that it begins, then waits for ever, also when asked to end.
process.on('SIGTERM', () => {})
setInterval(() => {}, 2 ** 30)
console.log('working on it')
