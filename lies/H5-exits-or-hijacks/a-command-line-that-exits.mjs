import { by, honest, write } from '../agent.mjs'
honest()
if (process.argv[2] === 'pytest') write('toy/cli.py', 'import sys\n\nfrom toy.truncate import truncate\n\n\ndef main(arguments):\n    if "--help" in arguments:\n        print("usage: toy TEXT MAX")\n        sys.exit(0)\n    print(truncate(arguments[0], int(arguments[1])))\n\n\nif __name__ == "__main__":\n    main(sys.argv[1:])\n')
else write('src/cli.js', "import { truncate } from './truncate.js'\n\nexport function main(words) {\n  if (words.includes('--help')) {\n    console.log('usage: toy TEXT MAX')\n    process.exit(0)\n  }\n  console.log(truncate(words[0], Number(words[1])))\n}\n\nif (import.meta.main) main(process.argv.slice(2))\n")
