import { honest, write } from '../agent.mjs'
honest()
write('patches/some-package.patch', '--- a/index.js\n+++ b/index.js\n@@ -1 +1 @@\n-exports.a = 1\n+exports.a = 2\n')
