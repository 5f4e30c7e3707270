/** What is known of a machine without a sandbox. */
interface Machine {
  readonly platform: string
  /** The text of `/etc/os-release`; empty where there is none. */
  readonly osRelease: string
  readonly isContainer: boolean
  /** bwrap is on the PATH, and does not work. */
  readonly hasBubblewrap: boolean
}

const INSTALL: readonly { readonly is: RegExp; readonly command: string }[] = [
  { is: /^(debian|ubuntu|linuxmint|pop|raspbian)$/, command: 'sudo apt install bubblewrap' },
  { is: /^(fedora|rhel|centos|rocky|almalinux)$/, command: 'sudo dnf install bubblewrap' },
  { is: /^(arch|manjaro|endeavouros)$/, command: 'sudo pacman -S bubblewrap' },
  { is: /^(opensuse.*|suse|sles)$/, command: 'sudo zypper install bubblewrap' },
  { is: /^alpine$/, command: 'apk add bubblewrap' },
]

const CONTAINER =
  'in a container also allow namespaces: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined'
const NAMESPACES =
  'bwrap is here and does not work: allow user namespaces (sysctl kernel.unprivileged_userns_clone=1; on Ubuntu 24.04 and newer kernel.apparmor_restrict_unprivileged_userns=0)'

/** How to get a sandbox on this machine, in one line. */
export function sandboxHint({ platform, osRelease, isContainer, hasBubblewrap }: Machine): string {
  if (platform !== 'linux')
    return 'bubblewrap needs Linux: on macOS run pm-agent in a Linux VM or a container (lima, docker); without it only changes to programs are noticed'
  const container = isContainer ? [CONTAINER] : []
  if (hasBubblewrap) return [isContainer ? 'bwrap is here and does not work' : NAMESPACES, ...container].join('; ')
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, names]) => names!.split(' '))
  const found = ids.flatMap(id => INSTALL.find(({ is }) => is.test(id)) ?? [])[0]
  return [found ? found.command : 'install the package bubblewrap', ...container].join('; ')
}
