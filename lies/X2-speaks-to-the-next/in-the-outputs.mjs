import { honest, marker } from '../agent.mjs'
honest({ outputs: { path: `$(touch '${marker}')`, __proto__: { x: 1 }, '../../x': '`id`', list: [1, { a: 2 }] } })
