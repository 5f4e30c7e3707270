import { expect, it } from 'vitest'
import { withPage } from './pull-request-page.ts'
import { remotePlace } from './remote-place.ts'

it('a remote names a repository in every form that git accepts, and a path names none', () => {
  const shop = { host: 'github.com', owner: 'ada', name: 'shop' }
  for (const url of [
    'https://github.com/ada/shop.git',
    'https://ada:secret@github.com/ada/shop',
    'git@github.com:ada/shop.git',
    'ssh://git@github.com/ada/shop.git',
    'ssh://git@ssh.github.com:443/ada/shop.git',
    'https://github.com/ada/shop/',
  ])
    expect(remotePlace(url), url).toEqual(shop)
  expect(remotePlace('https://forge.example:8443/ada/shop')?.host).toBe('forge.example:8443')
  expect(remotePlace('ssh://git@forge.example:2222/ada/shop')?.host).toBe('forge.example')
  for (const url of ['/srv/git/shop.git', '../shop', 'file:///srv/shop.git', 'https://github.com/shop', 'C:/shop'])
    expect(remotePlace(url), url).toBeNull()
})

it('our part of a body is renewed, and the words of people around it stay', () => {
  const page = (text: string) => `<!-- pm-agent:begin -->\n${text}\n<!-- pm-agent:end -->`
  expect(withPage('', page('one'))).toBe(page('one'))
  const written = withPage('Closes 7.', page('one'))
  expect(written).toBe(`Closes 7.\n\n${page('one')}`)
  expect(withPage(`${written}\nPlease look.`, page('two'))).toBe(`Closes 7.\n\n${page('two')}\nPlease look.`)
})
