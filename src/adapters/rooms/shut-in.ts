import type { Fittings } from '../../core/settings/config.ts'
import type { Enclosure } from '../process/sandbox/enclosure.ts'
import { networkOf, type Sandbox } from '../process/sandbox/sandbox.ts'
import { networkEnclosure, sandboxWords } from './network.ts'
import type { Tools } from './tools.ts'

/** A room, and the private folder of the command that runs there. */
interface RoomPlaces {
  readonly room: string
  readonly place: string
}

/** The possible isolation of commands on this machine: the sandbox, a separate network, or none. */
export class ShutIn {
  readonly #tools: Tools
  readonly #shell: string
  readonly #sandbox: Sandbox
  readonly #tried = new Map<string, Promise<boolean>>()

  constructor(tools: Tools, shell: string, sandbox: Sandbox) {
    this.#tools = tools
    this.#shell = shell
    this.#sandbox = sandbox
  }

  /** For one command in a room; null if no isolation is possible. */
  async command(fittings: Fittings, places: RoomPlaces): Promise<Enclosure | null> {
    const enclosure = await this.#sandbox.command({ ...places, fittings })
    if (enclosure) return enclosure
    return (await this.#hasOwnNetwork(fittings)) ? networkEnclosure(fittings.network ?? 'on') : null
  }

  /** For setup; null without a sandbox. */
  setup(places: RoomPlaces, ofBase: boolean): Promise<Enclosure | null> {
    return this.#sandbox.setup({ ...places, ofBase })
  }

  async isThere(): Promise<boolean> {
    return (await this.#sandbox.level()) !== 'none'
  }

  /** The level of isolation, for receipts. */
  async words(fittings: Fittings): Promise<string> {
    const level = await this.#sandbox.level()
    if (level === 'none') return sandboxWords(fittings.network, await this.#hasOwnNetwork(fittings))
    const network = networkOf(fittings)
    const reach = network === 'on' ? 'network open' : network === 'off' ? 'no network' : 'loopback only'
    return `${level === 'bubblewrap' ? 'bubblewrap' : 'bubblewrap as root'}, ${reach}`
  }

  /** Services run outside of a separate network, so a command that needs them cannot have one. */
  #hasOwnNetwork({ network, services }: Fittings): Promise<boolean> {
    const enclosure = network === null || services ? null : networkEnclosure(network)
    if (enclosure === null) return Promise.resolve(false)
    const args = [...enclosure.args, this.#shell, '-c', 'true']
    const known = this.#tried.get(`${network}`) ?? this.#tools.works(enclosure.file, args)
    this.#tried.set(`${network}`, known)
    return known
  }
}
