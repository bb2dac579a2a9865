import { pino } from 'pino'
import { abrirBanco } from '#server/db/conexao.ts'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { criarProvedorPix } from '#server/psp/provedor.ts'
import { doPsp } from '#server/recebimento/inbox.ts'
import { criarSaidaSegura } from '#server/rede/saida-segura.ts'
import { semPressa } from './espera.ts'

/**
 * Processes the PSP's webhooks once, in a separate process that a test may kill:
 * `node aviso-a-parte.ts <url> <SECRET_KEY> <the PSP's host:port>`.
 */
const [url, chave, psp] = process.argv.slice(2) as [string, string, string]
const { db, fechar } = abrirBanco(url)
const [log, agora] = [pino({ level: 'silent' }), new Date('2026-11-24T13:00:00.000Z')]
const saida = criarSaidaSegura({ nomeados: () => [psp] })
const pix = criarProvedorPix({ db, log, chaveSecreta: Buffer.from(chave, 'base64'), saida, prazos: semPressa() })
await processarEntrada({ db, log, relogio: { agora: () => agora, deFora: () => agora } }, doPsp({ pix }))
await pix.fechar()
await fechar()
