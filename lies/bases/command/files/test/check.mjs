import { slug } from '../src/words.js'

if (slug('Hello brave world') !== 'hello-brave-world') process.exit(1)
