import { statSync } from 'node:fs'
import { pino } from 'pino'
import { importarExtratos } from '#server/conciliacao/importar.actions.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { importarCsv } from '#server/importacoes/csv.actions.ts'
import { importarXml } from '#server/importacoes/xml.actions.ts'
import type { Servicos } from '#server/servicos.ts'

/** Imports a file in a separate process that a test may kill: `node importar-a-parte.ts <url> <userId> <file>`. */
const [url, usuario, caminho] = process.argv.slice(2) as [string, string, string]
const banco = abrirBanco(url)
const relogio = { agora: () => new Date('2026-11-24T13:00:00.000Z') }
const servicos = {
  db: banco.db,
  relogio,
  log: pino({ level: 'silent' }),
  chaveSecreta: Buffer.alloc(32, 7),
} as unknown as Servicos
const pedido = { usuarioId: Number(usuario), ip: null, simular: false, vincular: false, arquivo: caminho, caminho }
if (caminho.endsWith('.csv')) await importarCsv(servicos, { ...pedido, mapeamento: {} })
else if (caminho.endsWith('.ofx')) {
  const aceitar = new Set<never>()
  await importarExtratos(servicos, { ...pedido, tamanho: statSync(caminho).size, aceitar })
} else {
  const palavra = { aceitar: new Set<never>(), diasVencimento: null }
  await importarXml(servicos, { ...pedido, tamanho: statSync(caminho).size, palavra })
}
await banco.fechar()
