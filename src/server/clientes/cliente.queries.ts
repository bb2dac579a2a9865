import { sql } from 'kysely'
import type { Cliente } from '#contract/clientes.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import type { MotivoFila } from '#domain/cliente.ts'
import type { Dia } from '#domain/data.ts'
import type { Agenda } from '#domain/decisao.ts'
import { emReais } from '#domain/dinheiro.ts'
import { diasAtraso } from '#domain/encargos.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { type Direcao, FORA_DO_HORARIO } from '#domain/mensagem.ts'
import { DIAS_ATE_QUEBRAR } from '#domain/negociacao.ts'
import { type ComPausa, proximoContato } from '#domain/proximo-contato.ts'
import { listaDeIds } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { type LinhaDaRegua, paraRegua, partesDaRegua } from '#server/regua/cliente-na-regua.queries.ts'
import { lerAgenda } from '#server/regua/momento.queries.ts'

/** Where and when customers are read. */
export interface Contexto {
  db: Db | Trx
  agora: Date
  /** Aborted when the client disconnects: the search is then cancelled in the database too. */
  sinal?: AbortSignal
}

/** What the lists show beside what the rule reads. */
interface LinhaCliente extends LinhaDaRegua {
  nome: string
  email: string | null
  codigo_externo: string | null
  operador_id: number | null
  operador_nome: string | null
  aberto_centavos: number
  contas_abertas: number
  vencimento_mais_antigo: Dia | null
  vencidas: number
  vencido_centavos: number
  motivo_pausa: string | null
  ultima_conteudo: string | null
  ultima_direcao: Direcao | null
  ultima_tipo: Mensagem['tipo'] | null
  ultima_status: Mensagem['status'] | null
  ultima_automatica: boolean | null
  ultima_passo: number | null
  ultima_em: string | null
  nao_lidas: number
  contato_invalido: boolean
  janela_ate: string | null
  aguardando_desde: string | null
  aguardando_motivo: MotivoFila | null
  fila_desde: string | null
  fila_motivo: MotivoFila | null
  quebrada_numero: number | null
  quebrada_total: number | null
  quebrada_vencimento: Dia | null
  a_caminho: boolean
  created_at: string
  updated_at: string
}

/** A customer for the API, for the rule, and for the account list. */
interface Lido {
  cliente: Cliente
  naRegua: ComPausa
  /** The accounts that are left in peace for money on its way. */
  aCaminho: number[]
}

/** These customers, in the order asked for; ids that are not there are left out. */
export async function lerComRegua({ db, agora }: Contexto, ids: readonly number[], agenda: Agenda): Promise<Lido[]> {
  if (ids.length === 0) return []
  return (await lerLinhas(db, ids, agenda, agora)).map((linha) => {
    const naRegua = paraRegua(linha, agenda.dia)
    const aCaminho = linha.contas.flatMap((conta) => (conta.aCaminho ? conta.id : []))
    return { cliente: paraApi(linha, agenda.dia, proximoContato(naRegua, agenda)), naRegua, aCaminho }
  })
}

/** These customers as the API gives them. `lida`: the agenda, if already read. */
export async function lerClientes(contexto: Contexto, ids: readonly number[], lida?: Agenda): Promise<Cliente[]> {
  if (ids.length === 0) return []
  const agenda = lida ?? (await lerAgenda(contexto.db, contexto.agora))
  return (await lerComRegua(contexto, ids, agenda)).map(({ cliente }) => cliente)
}

/** One customer; 404 when it is not there. */
export async function lerCliente(contexto: Contexto, id: number): Promise<Cliente> {
  const [cliente] = await lerClientes(contexto, [id])
  if (!cliente) throw naoHa()
  return cliente
}

export const naoHa = () => new NaoEncontrado('Este cliente não existe ou é de outro operador.')

/** Said in lists of a message that the customer deleted; the conversation alone still shows its text, marked. */
const APAGADA = 'O cliente apagou esta mensagem.'

/**
 * In one statement, since it runs for every page of every list: it reads what belongs to other nouns, and never writes.
 * The last message is the last that says something: our answer outside hours would hide what was written at night.
 */
async function lerLinhas(db: Db | Trx, ids: readonly number[], agenda: Agenda, agora: Date): Promise<LinhaCliente[]> {
  const { com, colunas, juncoes } = partesDaRegua(agenda, ids, agora)
  const consulta = sql<LinhaCliente>`
    with ${com}
    select ${colunas}, c.nome, c.email, c.codigo_externo, c.operador_id, u.name as operador_nome, c.aberto_centavos, c.contas_abertas,
      c.vencimento_mais_antigo, devido.vencidas, devido.vencido_centavos, devido.a_caminho, c.motivo_pausa, m.conteudo as ultima_conteudo,
      m.direcao as ultima_direcao, m.tipo as ultima_tipo,
      m.status as ultima_status, m.automatica as ultima_automatica, m.passo as ultima_passo, m.created_at as ultima_em, c.nao_lidas,
      t.invalido_em is not null or ${telefoneNegado('c')} as contato_invalido,
      t.janela_ate, c.aguardando_desde, c.aguardando_motivo, c.fila_desde, c.fila_motivo, c.created_at, c.updated_at,
      q.numero as quebrada_numero, q.total as quebrada_total, q.vencimento as quebrada_vencimento
    from unnest(${listaDeIds(ids)}) with ordinality as pedidos(id, ordem)
    join cliente c on c.id = pedidos.id
    left join usuario u on u.id = c.operador_id
    left join contato t on t.id = c.contato_id
    ${juncoes}
    left join lateral (
      select case when apagada_em is null then conteudo else ${APAGADA} end as conteudo, direcao, tipo, status, automatica,
        passo, created_at
      from mensagem where cliente_id = c.id and finalidade <> ${FORA_DO_HORARIO} order by id desc limit 1
    ) m on true
    left join lateral (
      select p.parcela_numero as numero, p.vencimento,
        (select max(parcela_numero) from conta where acordo_id = n.id) as total
      from negociacao n join conta p on p.acordo_id = n.id
        and p.vencimento_util <= (n.encerrada_em at time zone 'America/Sao_Paulo')::date - ${sql.lit(DIAS_ATE_QUEBRAR)}
      where n.cliente_id = c.id and n.status = 'quebrada' and c.aguardando_motivo = 'acordo_quebrado'
      order by n.id desc, p.vencimento desc limit 1
    ) q on true
    order by pedidos.ordem`
  return (await preparada(db, consulta.compile(db))).rows
}

function paraApi(linha: LinhaCliente, hoje: Dia, proximoContato: Dia | null): Cliente {
  const { operador_id, vencimento_mais_antigo } = linha
  return {
    id: linha.id,
    nome: linha.nome,
    documento: linha.documento,
    telefone: linha.telefone,
    email: linha.email,
    codigo_externo: linha.codigo_externo,
    uf: linha.uf,
    municipio: linha.municipio,
    status: linha.status,
    operador: operador_id === null ? null : { id: operador_id, name: linha.operador_nome ?? '' },
    numero_chamadas: linha.numeroChamadas,
    valor_em_aberto: emReais(linha.aberto_centavos),
    contas_em_aberto: linha.contas_abertas,
    contas_vencidas: linha.vencidas,
    valor_vencido: emReais(linha.vencido_centavos),
    dias_atraso: vencimento_mais_antigo === null ? 0 : diasAtraso(vencimento_mais_antigo, hoje),
    motivo_pausa: linha.motivo_pausa,
    pausado_ate: linha.pausadoAte,
    proximo_contato_em: proximoContato,
    ultima_mensagem: ultimaMensagem(linha),
    nao_lidas: linha.nao_lidas,
    aceita_mensagens: linha.aceitaMensagens,
    contato_invalido: linha.contato_invalido,
    janela_ate: linha.janela_ate,
    aguardando_desde: linha.aguardando_desde,
    aguardando_motivo: linha.aguardando_motivo,
    assumido_da_fila: lugarNaFila(linha),
    parcela_quebrada: parcelaQuebrada(linha),
    a_caminho: linha.a_caminho,
    created_at: linha.created_at,
    updated_at: linha.updated_at,
  }
}

const ultimaMensagem = ({
  ultima_conteudo: conteudo,
  ultima_direcao: direcao,
  ultima_tipo: tipo,
  ultima_status: status,
  ultima_automatica: automatica,
  ultima_passo: passo,
  ultima_em,
}: LinhaCliente) =>
  conteudo !== null && direcao !== null && tipo !== null && status !== null && ultima_em !== null
    ? { conteudo, direcao, tipo, status, automatica: automatica === true, passo, created_at: ultima_em }
    : null

const lugarNaFila = ({ status, fila_desde: desde, fila_motivo: motivo }: LinhaCliente) =>
  status === 'em_atendimento' && desde !== null && motivo !== null ? { desde, motivo } : null

const parcelaQuebrada = ({
  quebrada_numero: numero,
  quebrada_total: total,
  quebrada_vencimento: vencimento,
}: LinhaCliente) => (numero !== null && total !== null && vencimento !== null ? { numero, total, vencimento } : null)
