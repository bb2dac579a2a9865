import { pino } from 'pino'
import { completarCodigos } from '#server/codigos/completar.actions.ts'
import { prepararCodigos } from '#server/codigos/preparar.actions.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { criarProvedorPix } from '#server/psp/provedor.ts'
import { criarSaidaSegura } from '#server/rede/saida-segura.ts'
import { semPressa } from './espera.ts'

/**
 * Creates a code in a separate process that a test may kill:
 * `node codigo-a-parte.ts <url> <SECRET_KEY> <the PSP's host:port> <customer> <account> …`.
 */
const [url, chave, psp, cliente, ...contas] = process.argv.slice(2) as [string, string, string, string, string]
const { db, fechar } = abrirBanco(url)
const [log, agora] = [pino({ level: 'silent' }), new Date('2026-11-24T13:00:00.000Z')]
const saida = criarSaidaSegura({ nomeados: () => [psp] })
const pix = criarProvedorPix({ db, log, chaveSecreta: Buffer.from(chave, 'base64'), saida, prazos: semPressa() })
const { recebedor } = await pix.meios()
const pedido = { clienteId: Number(cliente), contas: contas.map(Number), mensagemId: null }
const codigos = await emTransacao(db, (trx) =>
  prepararCodigos(trx, [pedido], { recebedor: recebedor!, comPsp: true, agora }),
)
await completarCodigos({ db, pix, log, relogio: { agora: () => agora, deFora: () => agora } }, codigos)
await pix.fechar()
await fechar()
