// Whether the node on this machine serves: 0 when /health/ready says so, else 1. `--esperar`: as soon as it does, and not before.
const { HOST = '127.0.0.1', PORT = '3000' } = process.env
// Who listens everywhere is asked here.
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

if (process.argv.includes('--esperar')) while (!(await pronto())) await new Promise((fim) => setTimeout(fim, PAUSA_MS))
else process.exitCode = (await pronto()) ? 0 : 1
