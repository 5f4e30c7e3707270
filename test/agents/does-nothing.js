// Reads its task, changes nothing, reports nothing, and is content.
process.stdin.resume()
