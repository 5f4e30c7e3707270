const chunk = 'x'.repeat(1 << 20)
const print = () => {
  while (process.stdout.write(chunk));
  process.stdout.once('drain', print)
}
print()
