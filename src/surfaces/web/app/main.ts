import { h, render } from 'preact'
import { App } from './frame/app.ts'

render(h(App, {}), document.getElementById('app')!)
