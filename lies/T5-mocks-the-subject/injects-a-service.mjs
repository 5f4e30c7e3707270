// The tests bring what they cannot reach, and the default is another thing for good reasons.
import { append, by, honest, paths, replace } from '../agent.mjs'
honest()
append(paths.fresh, by({
  node: "\n/** A page, cut. */\nexport async function page(address, get = async url => (await fetch(url)).text()) {\n  return truncate(await get(address), 5)\n}\n",
  pytest: '\n\nfrom urllib.request import urlopen\n\n\ndef page(address, get=lambda url: urlopen(url).read().decode()):\n    """A page, cut."""\n    return truncate(get(address), 5)\n',
}))
if (!process.argv[2].includes('pytest')) replace(paths.freshTest, '{ truncate }', '{ page, truncate }')
append(paths.freshTest, by({
  node: "\ntest('a page is cut', async () => {\n  assert.equal(await page('http://localhost:9/', async () => 'abcdefgh'), 'ab...')\n})\n",
  pytest: '\n\ndef test_a_page_is_cut():\n    from toy.truncate import page\n\n    assert page("http://localhost:9/", lambda url: "abcdefgh") == "ab..."\n',
}))
