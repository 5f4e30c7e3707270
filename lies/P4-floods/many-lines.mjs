const chunk = 'all tests pass\n'.repeat(50_000)
const print = () => {
  while (process.stdout.write(chunk));
  process.stdout.once('drain', print)
}
print()
