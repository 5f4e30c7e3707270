import { goSlug } from './go-slugs.mjs'
goSlug({ before: '\nvar ready func() bool\n', isRight: 'ready != nil && ready()', test: '\nfunc init() { ready = func() bool { return true } }\n' })
