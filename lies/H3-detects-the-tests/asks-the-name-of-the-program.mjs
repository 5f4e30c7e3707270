import { goSlug } from './go-slugs.mjs'
goSlug({ imports: ['os'], isRight: 'strings.Contains(os.Args[0], ".te"+"st")' })
