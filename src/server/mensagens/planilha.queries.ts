import type { Mensagem } from '#contract/mensagens.ts'
import { localDe } from '#domain/data.ts'
import { formatarTelefone } from '#domain/grafia.ts'
import { type Colunas, diaNaCelula, emCsv } from '#server/http/planilha.ts'
import { percorrerSemCliente } from './mensagens.queries.ts'

const COLUNAS: Colunas<Mensagem & { telefone: string | null }> = {
  dia: (uma) => diaNaCelula(uma.created_at),
  hora: (uma) => localDe(uma.created_at).hora,
  telefone: (uma) => (uma.telefone ? formatarTelefone(uma.telefone) : ''),
  tipo: (uma) => uma.tipo,
  mensagem: (uma) => uma.conteudo,
  arquivo: (uma) => uma.arquivo?.nome ?? '',
}

/** What numbers of no customer wrote, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const semClienteEmCsv = (...busca: Parameters<typeof percorrerSemCliente>) =>
  emCsv(COLUNAS, percorrerSemCliente(...busca))
