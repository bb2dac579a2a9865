import { sql } from 'kysely'
import { type MotivoFila, ROTULOS_DA_FILA, ROTULOS_DO_STATUS, type StatusCliente } from '#domain/cliente.ts'
import { type Dia, diaDe, localDe } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { diasAtraso } from '#domain/encargos.ts'
import { formatarTelefone } from '#domain/grafia.ts'
import { type Colunas, diaNaCelula, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import type { Contexto } from './cliente.queries.ts'

/** Only what the spreadsheet shows: the next contact and the last message would cost far more. */
interface NaPlanilha {
  nome: string
  documento: string | null
  telefone: string | null
  email: string | null
  codigo_externo: string | null
  uf: string | null
  municipio: string | null
  status: StatusCliente
  operador: string | null
  aberto_centavos: number
  contas_abertas: number
  vencidas: number
  dias_atraso: number
  numero_chamadas: number
  aguardando_motivo: MotivoFila | null
  aguardando_desde: string | null
}

const COLUNAS: Colunas<NaPlanilha> = {
  nome: (cliente) => cliente.nome,
  documento: (cliente) => cliente.documento ?? '',
  telefone: (cliente) => (cliente.telefone ? formatarTelefone(cliente.telefone) : ''),
  email: (cliente) => cliente.email ?? '',
  codigo_externo: (cliente) => cliente.codigo_externo ?? '',
  uf: (cliente) => cliente.uf ?? '',
  municipio: (cliente) => cliente.municipio ?? '',
  situacao: (cliente) => ROTULOS_DO_STATUS[cliente.status],
  operador: (cliente) => cliente.operador ?? '',
  em_aberto: (cliente) => reaisNaCelula(emReais(cliente.aberto_centavos)),
  contas_em_aberto: (cliente) => String(cliente.contas_abertas),
  contas_vencidas: (cliente) => String(cliente.vencidas),
  dias_atraso: (cliente) => String(cliente.dias_atraso),
  chamadas: (cliente) => String(cliente.numero_chamadas),
}

/** Of who waits, also why and since when. */
const COLUNAS_DA_FILA: Colunas<NaPlanilha> = {
  ...COLUNAS,
  espera_por: ({ aguardando_motivo: motivo }) => (motivo ? ROTULOS_DA_FILA[motivo] : ''),
  espera_desde_dia: ({ aguardando_desde: em }) => diaNaCelula(em),
  espera_desde_hora: ({ aguardando_desde: em }) => (em ? localDe(em).hora : ''),
}

const LINHAS_POR_VEZ = 1_000

/**
 * These customers, as a spreadsheet that a Brazilian Excel opens, safe against formulas. Their ids were read at once: who
 * is moved while the file is written is neither lost nor told twice.
 */
export const clientesEmCsv = (contexto: Contexto, ids: number[]) => emCsv(COLUNAS, percorrer(contexto, ids))
/** The same of those who wait. */
export const filaEmCsv = (contexto: Contexto, ids: number[]) => emCsv(COLUNAS_DA_FILA, percorrer(contexto, ids))

async function* percorrer(contexto: Contexto, ids: number[]): AsyncGenerator<NaPlanilha[]> {
  const hoje = diaDe(contexto.agora)
  for (let de = 0; de < ids.length; de += LINHAS_POR_VEZ) {
    yield await lerParaPlanilha(contexto, ids.slice(de, de + LINHAS_POR_VEZ), hoje)
  }
}

async function lerParaPlanilha({ db }: Contexto, ids: number[], hoje: Dia): Promise<NaPlanilha[]> {
  const { rows } = await sql<Omit<NaPlanilha, 'dias_atraso'> & { vencimento_mais_antigo: Dia | null }>`
    select c.nome, c.documento, c.telefone, c.email, c.codigo_externo, c.uf, c.municipio, c.status, u.name as operador, c.aberto_centavos,
      c.contas_abertas, c.vencimento_mais_antigo, c.numero_chamadas, c.aguardando_motivo, c.aguardando_desde, (select count(*)::int from conta
        where cliente_id = c.id and situacao = 'aberta' and vencimento_util < ${hoje}::date) as vencidas
    from unnest(${ids}::bigint[]) with ordinality as pedidos(id, ordem)
      join cliente c on c.id = pedidos.id left join usuario u on u.id = c.operador_id
    order by pedidos.ordem`.execute(db)
  return rows.map(({ vencimento_mais_antigo: dia, ...cliente }) => ({
    ...cliente,
    dias_atraso: dia === null ? 0 : diasAtraso(dia, hoje),
  }))
}
