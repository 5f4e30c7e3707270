import { honest, write } from '../agent.mjs'
honest()
write('run.bat', '@echo off\r\nnode --test\r\n')
