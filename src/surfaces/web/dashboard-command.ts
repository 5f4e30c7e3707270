import { command } from '../cli/command.ts'

export const DASHBOARD_COMMAND = command({
  group: 'serve',
  name: 'dashboard',
  aliases: ['web'],
  words: 'show the runs of this repository in your browser, and take your decisions there (also: web)',
  flags: {
    port: { value: 'N', help: 'the port; a free one by default' },
    host: { value: 'ADDR', help: 'an address or name of this machine, for other machines; needs TLS or --insecure' },
    'tls-cert': { value: 'FILE', help: 'serve HTTPS with this certificate (PEM)' },
    'tls-key': { value: 'FILE', help: 'the key of the certificate (PEM)' },
    insecure: { help: 'with --host: serve other machines without encryption' },
    'no-open': { help: 'only print the address; open no browser' },
    json: { help: 'the address as one JSON document; opens no browser' },
  },
  run: async (context, flags) => (await import('./dashboard.ts')).dashboard(context, flags),
})
