import { sql } from 'kysely'
import { diaPermitido, horarioPermitido, somarDiasUteis } from '#domain/calendario.ts'
import { impedimentoEm, inicioDaEsperaEm } from '#domain/contato-legal.ts'
import { diaDe, diasEntre, localDe } from '#domain/data.ts'
import { passosAtivos } from '#domain/regua.ts'
import { canonico } from '#domain/telefone.ts'
import { lugarDe, type Uf } from '#domain/uf.ts'
import { type Configuracao, lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import type { RegistroEnvio } from '../src/emulator/envios.ts'
import type { World } from './world.ts'

interface Devedor {
  id: number
  status: string
  contas_abertas: number
  aceita_mensagens: boolean | null
  invalido_em: string | null
  /** A message from this phone is stored and not yet processed. */
  escreveu: boolean
  uf: Uf | null
  municipio: string | null
  telefone: string | null
  /** Somebody on this phone said that it is not this customer's. */
  negado: boolean
  documento: string | null
  /** The last day on which the phone was heard from while known to be this customer's. */
  sabido: string | null
  /** The days on which it was asked whether it is. */
  perguntado: string[]
}
export interface Situacao {
  devedores: ReadonlyMap<number, Devedor>
  /** Reasons that hold accounts, each as "account by promise 7". */
  retencoes: ReadonlySet<string>
}

/** The state of every customer by which a send must be judged. */
export async function deAgora(world: World): Promise<Situacao> {
  return { devedores: await devedoresDeAgora(world), retencoes: await retencoesDeAgora(world) }
}

/** Accounts promised, disputed, or in a proposal awaiting its first payment; computed independently of the engine. */
async function retencoesDeAgora({ db }: World): Promise<Set<string>> {
  const { rows } = await sql<{ chave: string }>`
    select format('%s by promise %s', conta_id, promessa_id) as chave from promessa_conta pc join promessa p on p.id = pc.promessa_id
      where p.status = 'pendente'
    union all select format('%s by dispute %s', conta_id, contestacao_id) from contestacao_conta cc join contestacao d on d.id = cc.contestacao_id
      where d.encerrada_em is null
    union all select format('%s by proposal %s', c.id, n.id) from negociacao n join conta c on c.cliente_id = n.cliente_id
      where n.status = 'proposta' and c.situacao = 'aberta'`.execute(db)
  return new Set(rows.map(({ chave }) => chave))
}

async function devedoresDeAgora({ db }: World): Promise<Map<number, Devedor>> {
  const { rows } = await sql<Devedor>`
    select c.id, c.status, c.contas_abertas, c.uf, c.municipio, c.telefone, t.aceita_mensagens, t.invalido_em, exists (
      select from evento_recebido e where e.processado_em is null and e.posto_de_lado_em is null and e.tipo = 'mensagem'
        and (e.contato_id = t.id or e.ordem in (t.canonico, t.bsuid))) as escreveu,
      ${telefoneNegado('c')} as negado, c.documento,
      (select (q.ouvida_em at time zone 'America/Sao_Paulo')::date::text from pessoa_do_telefone q
        where q.cliente_id = c.id and q.contato_id = c.contato_id) as sabido,
      array(select m.dia::text from mensagem m where m.cliente_id = c.id and m.contato_id = c.contato_id and m.modelo_tipo = 'confirmar_pessoa'
        and not m.liberada and m.aceita_em is not null and m.aceita_em > coalesce((select q.confirmada_em from pessoa_do_telefone q
          where q.cliente_id = c.id and q.contato_id = c.contato_id), '-infinity') order by m.dia) as perguntado
    from cliente c left join contato t on t.id = c.contato_id`.execute(db)
  return new Map(rows.map((linha) => [linha.id, linha]))
}

interface Enviada {
  id: number
  referencia: string
  cliente_id: number | null
  contato_id: number | null
  finalidade: string
  dia: string | null
  forcada: boolean
}

const enviadas = async ({ db }: World): Promise<Map<string, Enviada>> => {
  const linhas = await db
    .selectFrom('mensagem')
    .select(['id', 'referencia', 'cliente_id', 'contato_id', 'finalidade', 'dia', 'forcada'])
    .where('direcao', '=', 'enviada')
    .execute()
  return new Map(linhas.map((linha) => [linha.referencia, linha]))
}

const COBRA = ['regua', 'parcela']
const daRegua = ({ finalidade }: Enviada) => finalidade === 'confirmacao' || COBRA.includes(finalidade)

/** Sends that WhatsApp accepted in this step but that should not have been made, given everybody's state before it. */
export async function indevidos(world: World, novos: readonly RegistroEnvio[], antes: Situacao): Promise<string[]> {
  if (novos.length === 0) return []
  const mensagens = await enviadas(world)
  const configuracao = await lerConfiguracao(world.db)
  const quebras = novos.flatMap((envio) => {
    const mensagem = mensagens.get(envio.referencia ?? '')
    if (!mensagem) return [`sent without a message of ours: ${JSON.stringify(envio)}`]
    const cliente = antes.devedores.get(mensagem.cliente_id ?? 0)
    const porque = daRegua(mensagem) ? proibido(mensagem, cliente, world, configuracao) : null
    return porque ? [`message ${mensagem.id} of the engine went out ${porque}`] : []
  })
  return [...quebras, ...(await retidas(world, novos, antes)), ...(await cedoDemais(world, novos, configuracao))]
}

/** No message of the engine is about an account that was held before it went out and still is. */
async function retidas(world: World, novos: readonly RegistroEnvio[], antes: Situacao): Promise<string[]> {
  const { rows } = await sql<{ id: number; conta_id: number }>`
    select m.id, p.conta_id from mensagem m join cobranca_passo p on p.mensagem_id = m.id
    where m.referencia = any(${novos.flatMap(({ referencia }) => referencia ?? [])}::uuid[])`.execute(world.db)
  if (rows.length === 0) return []
  const agora = await retencoesDeAgora(world)
  const seguram = [...antes.retencoes].filter((chave) => agora.has(chave))
  return rows.flatMap(({ id, conta_id }) =>
    seguram
      .filter((chave) => chave.startsWith(`${conta_id} by `))
      .map((chave) => `message ${id} of the engine billed a held account: ${chave}`),
  )
}

/**
 * Accounts that must not be billed today because money may be theirs: those of a strong undecided suggestion and those of a
 * customer with a credit, for some business days after it came; after a refund, for one day.
 */
export async function contasACaminho({ db, relogio }: World): Promise<ReadonlySet<number>> {
  const { carenciaDiasUteis, calendario } = await lerConfiguracao(db)
  const { rows } = await sql<{ id: number; desde: string | null; reaberta_em: string | null }>`
    select c.id, h.reaberta_em, case
        when sugerida.desde is not null or credito.desde is not null then coalesce(h.desde, credito.desde) end as desde
    from conta c left join conta_a_caminho h on h.conta_id = c.id
      left join lateral (select min(m.a_caminho_desde) as desde from sugestao_conta p join sugestao s using (movimento_id, ordem)
        join movimento m on m.id = s.movimento_id where p.conta_id = c.id and s.acao = 'aplicar' and s.certeza <> 'baixa'
          and m.situacao = 'sugerido') sugerida on true
      left join lateral (select max(a_caminho_desde) as desde from movimento m where m.cliente_id = c.cliente_id
        and m.credito_centavos > 0) credito on true
    where c.situacao = 'aberta' and (h.conta_id is not null or credito.desde is not null)`.execute(db)
  const hoje = diaDe(relogio.agora())
  const espera = (desde: string | null, dias: number) =>
    desde !== null && hoje < somarDiasUteis(diaDe(desde), dias, calendario)
  return new Set(
    rows.flatMap(({ id, desde, reaberta_em }) =>
      espera(desde, carenciaDiasUteis) || espera(reaberta_em, 1) ? [id] : [],
    ),
  )
}

/** Engine messages that WhatsApp accepted in this step about accounts that were on hold before it. */
export async function cobradasACaminho(
  { db }: World,
  novos: readonly RegistroEnvio[],
  aCaminho: ReadonlySet<number>,
): Promise<string[]> {
  const referencias = novos.flatMap(({ referencia }) => referencia ?? [])
  if (referencias.length === 0 || aCaminho.size === 0) return []
  const { rows } = await sql<{ id: number; conta_id: number }>`
    select m.id, p.conta_id from mensagem m join cobranca_passo p on p.mensagem_id = m.id
    where m.referencia = any(${referencias}::uuid[]) and m.finalidade in ('regua', 'parcela')
      and p.conta_id = any(${[...aCaminho]}::bigint[])`.execute(db)
  return rows.map(({ id, conta_id }) => `message ${id} billed account ${conta_id}, whose money may be on its way`)
}

/** The engine keeps some days between its messages to a phone, except when an account is due on the day itself. */
async function cedoDemais({ db, relogio }: World, novos: readonly RegistroEnvio[], configuracao: Configuracao) {
  const { regua } = configuracao
  const dia = diaDe(relogio.agora())
  const { rows } = await sql<{ id: number; anterior: string; cobertos: string[]; telefone: string | null }>`
    select m.id, a.dia as anterior, m.telefone,
      array(select p.vencimento::text from cobranca_passo p where p.mensagem_id = m.id and p.vencimento <= ${dia}) as cobertos
    from mensagem m join mensagem a on a.contato_id = m.contato_id and a.dia < m.dia
    where m.referencia = any(${novos.flatMap(({ referencia }) => referencia ?? [])}::uuid[])
      and m.finalidade in ('regua', 'parcela') and a.finalidade in ('regua', 'parcela')
      and a.aceita_em is not null and not a.liberada and m.dia - a.dia < ${regua.intervaloMinimoDias}`.execute(db)
  const noVencimento = ({ cobertos, telefone }: (typeof rows)[number]) => {
    const espera = inicioDaEsperaEm(dia, lugarDe({ uf: null, municipio: null, telefone }), configuracao)
    return cobertos.some((vencimento) => vencimento >= espera)
  }
  return rows
    .filter((linha) => !noVencimento(linha))
    .map(({ id, anterior }) => `message ${id} of the engine went out on ${dia}, after one of ${anterior}`)
}

function proibido(
  mensagem: Enviada,
  cliente: Devedor | undefined,
  { relogio }: World,
  configuracao: Configuracao,
): string | null {
  if (!cliente) return 'to nobody'
  if (cliente.status !== 'ativo' && cliente.status !== 'negociado')
    return `to customer ${cliente.id}, ${cliente.status}`
  if (cliente.contas_abertas === 0) return `to customer ${cliente.id}, who owes nothing`
  if (cliente.aceita_mensagens === false) return `to customer ${cliente.id}, who opted out`
  if (cliente.invalido_em !== null) return `to customer ${cliente.id}, whose number is not on WhatsApp`
  if (cliente.negado) return `to customer ${cliente.id}, whose phone is somebody else's`
  if (cliente.escreveu) return `to customer ${cliente.id}, who had just written`
  const { dia, hora } = localDe(relogio.agora())
  const pessoa = semPessoa(mensagem, cliente, configuracao, dia)
  if (pessoa) return pessoa
  if (mensagem.dia !== dia) return `on ${dia}, being of ${mensagem.dia}`
  if (mensagem.forcada) return null
  const impedimento = impedimentoEm(lugarDe(cliente), { ...configuracao, dia, hora })
  return impedimento ? `on ${dia} at ${hora}: ${impedimento.motivo}` : null
}

/**
 * With the question turned on, nothing about a debt goes to a phone not known to be the customer's; the question is sent twice at
 * most, a week apart, and not to whoever answered it. Computed independently of the engine.
 */
function semPessoa(
  { finalidade }: Enviada,
  { id, documento, sabido, perguntado }: Devedor,
  { confirmarPessoa }: Configuracao,
  dia: string,
): string | null {
  const pede = confirmarPessoa === 'sempre' || (confirmarPessoa === 'cpf' && documento?.length === 11)
  const sabe = sabido !== null && diasEntre(sabido, dia) < 180
  if (COBRA.includes(finalidade)) return pede && !sabe ? `to customer ${id}, whose phone nobody confirmed` : null
  if (!pede || sabe) return `to customer ${id}, who need not be asked`
  const ultima = perguntado.at(-1)
  if (perguntado.length >= 2) return `to customer ${id}, asked twice already`
  return ultima && diasEntre(ultima, dia) < 7 ? `to customer ${id}, asked on ${ultima}` : null
}

/** Checks the emulator's log: each message once, and at most one engine message per phone and day. */
export async function repetidos(world: World, envios: readonly RegistroEnvio[]): Promise<string[]> {
  const mensagens = await enviadas(world)
  const vistos = new Set<string>()
  return envios.flatMap((envio) => {
    const mensagem = mensagens.get(envio.referencia ?? '')
    const marcas = [`the message ${envio.referencia}`]
    if (mensagem && daRegua(mensagem))
      marcas.push(`the engine's to ${canonico(envio.telefone)} on ${diaDe(envio.quando)}`)
    return marcas.flatMap((marca) => {
      if (vistos.has(marca)) return [`sent twice: ${marca}`]
      vistos.add(marca)
      return []
    })
  })
}

/** The latest that a step can come after the due day, with holidays and pauses between messages. */
function fimDaRegua({ regua }: Configuracao): number {
  const ultimo = passosAtivos(regua).at(-1)?.dias ?? 0
  return (regua.diasUteis ? Math.ceil(ultimo * 1.5) + 5 : ultimo) + 10
}

/** After a run on an allowed day, everybody who owes is either the engine's, with a step ahead, or in a person's hands. */
export async function foraDeVista({ db, relogio }: World): Promise<string[]> {
  const { dia, hora } = localDe(relogio.agora())
  const configuracao = await lerConfiguracao(db)
  const { calendario, horario, regua } = configuracao
  if (!diaPermitido(dia, calendario) || !horarioPermitido(dia, hora, horario)) return []
  const fim = fimDaRegua(configuracao)
  const { rows } = await sql<{
    id: number
    status: string
    velha: string
    sem_numero: boolean
    numero_chamadas: number
    tentativas_vistas: number
    ultimo_contato_em: string | null
    cobrado_hoje: boolean
    perguntado: boolean
    dono_bloqueado: boolean
  }>`
    select c.id, c.status, c.vencimento_mais_antigo as velha, c.numero_chamadas, c.tentativas_vistas, c.ultimo_contato_em,
      t.id is null or t.invalido_em is not null or ${telefoneNegado('c')} as sem_numero,
      exists (select from mensagem m where m.cliente_id = c.id and m.dia = ${dia} and not m.liberada) as cobrado_hoje,
      exists (select from mensagem m where m.cliente_id = c.id and m.finalidade = 'confirmacao' and not m.liberada
        and m.dia > ${dia}::date - 10) as perguntado, -- a week for an answer, and the days without sending after it
      u.status is not null and u.status <> 'Ativo' as dono_bloqueado
    from cliente c left join contato t on t.id = c.contato_id left join usuario u on u.id = c.operador_id
    where c.contas_abertas > 0`.execute(db)
  return rows.flatMap((cliente) => {
    if (cliente.dono_bloqueado) return [`customer ${cliente.id} belongs to whoever may not work`]
    if (cliente.status !== 'ativo' && cliente.status !== 'negociado') return []
    if (cliente.sem_numero)
      return [`customer ${cliente.id} owes, is ${cliente.status} and has no number to be billed at`]
    const contatadoHoje = cliente.ultimo_contato_em !== null && diaDe(cliente.ultimo_contato_em) >= dia
    if (cliente.cobrado_hoje || contatadoHoje) return []
    if (cliente.numero_chamadas >= regua.maxTentativas && cliente.numero_chamadas > cliente.tentativas_vistas)
      return [`customer ${cliente.id} is ${cliente.status} after all its attempts`]
    if (!cliente.perguntado && diasEntre(cliente.velha, dia) > fim)
      return [`customer ${cliente.id} is ${cliente.status} and owes since ${cliente.velha}, after the last step`]
    return []
  })
}
