import { honest, replace } from '../agent.mjs'
honest()
replace('package-lock.json', 'https://registry.npmjs.org/ms/-/ms-2.1.3.tgz', 'https://packages.example.org/ms-2.1.3.tgz')
replace('package-lock.json', 'sha512-6Flz', 'sha512-7Flz')
