// Black-box test of the second contract (money coming in, the customer's side, lawful contact, access), written from the contract
// alone, against the application started as a person starts it. Each file of its folder is one part; parts run in the order of
// their names. Then the clock advances, and parts that wait for days to pass (`diasDepois`) run again. `node
// test/conformidade-2.mjs 3 4.1` runs the settings and the parts whose names begin so.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abrirCaixa } from '../src/emulator/correio/caixa.ts'
import { portaLivre } from '../src/server/db/porta.ts'
import { ADMIN, iniciarAplicacao } from './aplicacao.mjs'
import { addDays, businessDay, makeRunner, today } from './conformance/support.mjs'
import { passarDias, prepararMundo } from './conformidade-2/mundo.mjs'

const DIAS = 12
/** Morning in São Paulo, so that messages limited to lawful hours can be sent whenever this runs. */
const manhaDe = (dia) => `${dia}T12:00:00.000Z`
const hoje = businessDay(addDays(today(), 1))
const depois = businessDay(addDays(hoje, DIAS))
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-conformidade-'))
chmodSync(pasta, 0o711) // under root, PostgreSQL runs as another user, who must be able to enter
// The same port both times, since the PSP and the webhooks have it; and a local receiver that may be called.
const [PORT, receptor] = [await portaLivre(), await portaLivre()]
const PRIVATE_HOSTS = [PORT, receptor].map((porta) => `127.0.0.1:${porta}`).join()
const caixa = await abrirCaixa()
const correio = { SMTP_URL: caixa.url, MAIL_FROM: 'cobranca@exemplo.com.br' }
const iniciar = (dia) =>
  iniciarAplicacao({ DATA_DIR: join(pasta, 'data'), CLOCK_START: manhaDe(dia), PORT, PRIVATE_HOSTS, ...correio })

let aplicacao = await iniciar(hoje)
const { check, finish } = makeRunner()
const mundo = await prepararMundo(aplicacao.url, ADMIN, { check, hoje, receptor, emails: caixa.recebidos })
const partes = await lerPartes(process.argv.slice(2))
for (const { percorrer } of partes) await percorrer(mundo)
await aplicacao.parar()
let saida = aplicacao.saida()

aplicacao = await iniciar(depois)
await passarDias(mundo, ADMIN, depois)
for (const { diasDepois } of partes) await diasDepois?.(mundo)
await aplicacao.parar()
saida += aplicacao.saida()
await caixa.fechar()
rmSync(pasta, { recursive: true, force: true })
const codigo = finish()
if (codigo !== 0) mostrarErros(saida)
process.exit(codigo)

function lerPartes(pedidas) {
  const sempre = '1.1-'
  const nomes = readdirSync(new URL('./conformidade-2/', import.meta.url))
    .filter((nome) => /^\d\.\d.*\.mjs$/.test(nome))
    .filter((nome) => pedidas.length === 0 || [sempre, ...pedidas].some((inicio) => nome.startsWith(inicio)))
    .sort()
  return Promise.all(nomes.map((nome) => import(`./conformidade-2/${nome}`)))
}

function mostrarErros(saida) {
  const graves = saida.split('\n').filter((linha) => linha.includes('"level":50'))
  console.error(graves.slice(0, 20).join('\n'))
}
