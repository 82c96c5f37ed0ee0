// A process that runs commands of the official CLI one after another, by its own entry point: most of the time of a command is
// spent on loading the CLI. It receives the arguments of a command as a message, and sends its output and exit code.

const { dirname, join } = require('node:path')

const [cliScript] = process.argv.slice(2)
const bin = dirname(cliScript)
const build = join(bin, '../build')

// As the start script of the CLI does.
process.env.UV_THREADPOOL_SIZE = '64'
process.env.OCLIF_TS_NODE = '0'

/** Ends a command where a process of its own would end. */
class Ended extends Error {}

let out = ''
let err = ''
process.stdout.write = (chunk, ...rest) => {
  out += String(chunk)
  rest.find((each) => typeof each === 'function')?.()
  return true
}
process.stderr.write = (chunk, ...rest) => {
  err += String(chunk)
  rest.find((each) => typeof each === 'function')?.()
  return true
}
process.exit = (code) => {
  if (code !== undefined) process.exitCode = code
  throw new Ended()
}

const prepared = (async () => {
  await require(join(build, 'fast-boot')).start()
  require(require.resolve('@balena/es-version', { paths: [bin] })).set('es2018')
})()

async function run(args) {
  await prepared
  out = ''
  err = ''
  process.exitCode = 0
  // The SDK within the CLI warns of options that are set again.
  delete globalThis.BALENA_SDK_HAS_USED_SHARED_OPTIONS
  delete globalThis.BALENA_SDK_HAS_SET_SHARED_OPTIONS
  process.argv = [process.execPath, cliScript, ...args]
  try {
    await require(join(build, 'app')).run(process.argv, { dir: bin })
  } catch (error) {
    if (!(error instanceof Ended)) {
      err += error instanceof Error ? error.stack : String(error)
      process.exitCode = 1
    }
  }
  process.send({ code: Number(process.exitCode), out, err })
}

process.on('message', (args) => void run(args))
