import type { Fittings, Network } from '../../core/settings/config.ts'
import { bubblewrap, toolRoots } from '../process/bubblewrap.ts'
import type { Enclosure } from '../process/enclosure.ts'
import { networkEnclosure, sandboxWords } from './network.ts'
import type { Tools } from './tools.ts'

/** A room, and what else its commands may write to. */
interface RoomPlaces {
  readonly dir: string
  readonly writable: readonly string[]
}

/** How far commands can be shut in on this machine: by bubblewrap, by a network of their own, or not at all. */
export class ShutIn {
  readonly #tools: Tools
  readonly #shell: string
  readonly #hidden: readonly string[]
  readonly #userEnv: Readonly<Record<string, string | undefined>>
  readonly #tried = new Map<string, Promise<boolean>>()

  constructor(
    tools: Tools,
    around: {
      readonly shell: string
      /** What is nobody's business in a room: the user's home and repository, and our own files. */
      readonly hidden: readonly string[]
      readonly userEnv: Readonly<Record<string, string | undefined>>
    },
  ) {
    this.#tools = tools
    this.#shell = around.shell
    this.#hidden = around.hidden
    this.#userEnv = around.userEnv
  }

  /** For one command in a room; null where nothing can be done. */
  async enclosure(fittings: Fittings, room: RoomPlaces): Promise<Enclosure | null> {
    if (await this.#hasBubblewrap()) return this.#wrapped(fittings, room)
    return (await this.#hasOwnNetwork(fittings)) ? networkEnclosure(fittings.network ?? 'on') : null
  }

  /** The level that is reached, for receipts. */
  async words(fittings: Fittings): Promise<string> {
    if (await this.#hasBubblewrap()) {
      const network = reached(fittings)
      return `bubblewrap, ${network === 'on' ? 'network open' : network === 'off' ? 'no network' : 'loopback only'}`
    }
    return sandboxWords(fittings.network, await this.#hasOwnNetwork(fittings))
  }

  #wrapped(fittings: Fittings, { dir, writable }: RoomPlaces): Enclosure {
    const sight = {
      hidden: this.#hidden,
      shown: toolRoots(this.#userEnv, this.#hidden),
      writable: [dir, ...writable],
      network: reached(fittings),
      meetsOthers: fittings.services !== null,
    }
    return bubblewrap(sight, dir)
  }

  #hasBubblewrap(): Promise<boolean> {
    const { file, args } = bubblewrap(
      { hidden: [], shown: [], writable: [], network: 'loopback', meetsOthers: false },
      '/',
    )
    return this.#works('bubblewrap', file, [...args, this.#shell, '-c', 'true'])
  }

  /** Services live outside of a network of one's own, so nothing can be shut off from everything but them. */
  #hasOwnNetwork({ network, services }: Fittings): Promise<boolean> {
    const enclosure = network === null || services ? null : networkEnclosure(network)
    if (enclosure === null) return Promise.resolve(false)
    return this.#works(`network ${network}`, enclosure.file, [...enclosure.args, this.#shell, '-c', 'true'])
  }

  #works(name: string, file: string, args: readonly string[]): Promise<boolean> {
    const known = this.#tried.get(name) ?? this.#tools.works(file, args)
    this.#tried.set(name, known)
    return known
  }
}

/** Loopback, unless the settings say otherwise or services have to be reached. Without a network, loopback is there too. */
const reached = ({ network, services }: Fittings): Network => (services ? 'on' : (network ?? 'loopback'))
