// Exits with 0 when /health/ready of this machine's node answers 200, else with 1. `--esperar [pid]`: waits until it does; exits
// with 1 if that process ends first.
const { HOST = '127.0.0.1', PORT = '3000' } = process.env
// A server that listens on all addresses is reached on loopback.
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
const PAUSA_MS = 500
const RESPOSTA_MS = 4_000

async function pronto() {
  try {
    const resposta = await fetch(`http://${host}:${PORT}/health/ready`, { signal: AbortSignal.timeout(RESPOSTA_MS) })
    return resposta.status === 200
  } catch {
    return false
  }
}

/** Without a pid it waits for ever. */
function vive(pid) {
  if (pid === undefined) return true
  try {
    return Number(pid) > 0 && process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

const [, , esperar, pid] = process.argv
let serve = await pronto()
while (!serve && esperar === '--esperar' && vive(pid)) {
  await new Promise((fim) => setTimeout(fim, PAUSA_MS))
  serve = await pronto()
}
process.exitCode = serve ? 0 : 1
