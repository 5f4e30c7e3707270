// A test program has an ending, and others have none.
import { goSlug } from './go-slugs.mjs'
goSlug({
  imports: ['os', 'path/filepath'],
  before: '\nfunc hasEnding() bool {\n\tpath, err := os.Executable()\n\treturn err == nil && filepath.Ext(path) != ""\n}\n',
  isRight: 'hasEnding()',
})
