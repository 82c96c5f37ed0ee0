// The command `flotilla`. Uses old syntax only, so that an outdated Node can print a message.
const COMMANDS = {
  start: 'the dashboard, simulated or against a platform',
  cloud: 'the simulated platform over HTTP',
  exec: 'a command with a simulated platform of its own',
  drive: 'simulated devices that live at a platform',
  drift: 'where a platform is not as the contract says',
  rollout: 'a staged rollout, unattended',
  capture: 'an account of a platform as a world file with pseudonyms',
}
const OLDEST_NODE = 20
export {}

const [node = '', script = '', name = '', ...args] = process.argv

if (Number.parseInt(process.versions.node) < OLDEST_NODE) {
  console.error(`Flotilla needs Node.js ${OLDEST_NODE}.19 or newer; this is ${process.version}.`)
  process.exitCode = 2
} else if (Object.hasOwn(COMMANDS, name)) {
  process.argv = [node, script, ...args]
  await import(new URL(`command-${name}.js`, import.meta.url).href)
} else {
  const lines = Object.entries(COMMANDS).map(([each, about]) => `  flotilla ${each.padEnd(8)} ${about}`)
  console.error(
    `${name === '' || name.startsWith('-') ? '' : `There is no command "${name}".\n\n`}Usage:\n${lines.join('\n')}\n\n"flotilla COMMAND --help" tells its options.`,
  )
  process.exitCode = /^(-h|--help)$/.test(name) ? 0 : 2
}
