import { sql } from 'kysely'
import { instanteDe, proximoDiaUtil } from '#domain/calendario.ts'
import { somarDias } from '#domain/data.ts'
import type { ClienteNaRegua, Momento } from '#domain/decisao.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { PESSOA_DESCONHECIDA, type PessoaDoTelefone } from '#domain/pessoa.ts'
import { lugarDe } from '#domain/uf.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { criarContas } from './contas.ts'
import { mensagem } from './esperas.ts'
import type { Mundo } from './mundo.ts'

const DDDS = ['11', '92', '21', '97', '81']

type ClienteDoMundo = Mundo['clientes'][number]
/** The customer's phone, as generated and as written; null: none. */
type ContatoDoMundo = (Mundo['contatos'][number] & { id: number; telefone: string }) | null

/** Writes the world, and returns it as the rule's input. */
export async function gravarMundo(trx: Trx, um: Mundo, momento: Momento, agora: Date): Promise<ClienteNaRegua[]> {
  const usuario = await trx
    .insertInto('usuario')
    .values({ name: 'Ana', email: 'ana@x.com', senha_hash: '', role: 'operador', created_at: agora, updated_at: agora })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contatos = await gravarContatos(trx, um, agora)
  const prontos: ClienteNaRegua[] = []
  const comMensagem = new Set<number>()
  for (const [i, cliente] of um.clientes.entries()) {
    const contato = cliente.contato === null ? null : contatos[cliente.contato]!
    const contas = cliente.contas.map((conta) => ({
      ...conta,
      vencimentoUtil: proximoDiaUtil(conta.vencimento, momento.calendario),
    }))
    const id = await gravarCliente(trx, { i, cliente, contato, contas, operadorId: usuario.id, dia: um.dia }, agora)
    // A message in transit to a shared phone was sent to one of its customers.
    const primeiro = contato !== null && contato.emVoo !== null && !comMensagem.has(contato.id)
    if (primeiro) {
      comMensagem.add(contato.id)
      const dia = daRegua(contato) ? um.dia : null
      await mensagem(trx, { id, contatoId: contato.id, finalidade: contato.emVoo!, envio: 'fila', dia, agora })
    }
    const cobradoHoje = primeiro && daRegua(contato)
    const pessoa = await criarPessoa(trx, { id, contatoId: contato?.id ?? null, ...cliente.pessoa }, um.dia, agora)
    const perguntadoHoje = cobradoHoje && contato.emVoo === 'confirmacao'
    prontos.push({
      ...naRegua(cliente, contato, um.dia, agora),
      id,
      documento: documentoDe(i, cliente.cpf),
      pessoa: perguntadoHoje ? { ...pessoa, perguntas: pessoa.perguntas + 1, perguntadaEm: um.dia } : pessoa,
      cobradoHoje,
      contas: await criarContas(trx, { ...cliente, id }, contas, momento, agora),
    })
  }
  return prontos
}

const cobrando = (contato: ContatoDoMundo) => contato?.emVoo === 'regua' || contato?.emVoo === 'parcela'
const daRegua = (contato: ContatoDoMundo) => cobrando(contato) || contato?.emVoo === 'confirmacao'

/** The rule's input about a customer that does not depend on the rows written. */
function naRegua(cliente: ClienteDoMundo, contato: ContatoDoMundo, dia: string, agora: Date) {
  const { uf, municipio, status, autorizou, pessoa, chamadas, vistas } = cliente
  const emVoo = contato?.emVoo ?? null
  return {
    contatoId: contato?.id ?? null,
    status,
    lugar: lugarDe({ uf, municipio, telefone: contato?.telefone ?? null }),
    numeroValido: contato !== null && !contato.invalido && !pessoa.negada,
    aceitaMensagens: contato?.aceita ?? true,
    bloqueado: contato !== null && (contato.listado ?? 0) >= 30 && !contato.janela && !autorizou,
    aceitaMarketing: contato?.marketing ?? true,
    numeroChamadas: chamadas,
    tentativasVistas: vistas,
    ultimoContatoEm: ultimoContatoEm(cliente, agora)?.toISOString() ?? null,
    ultimoModeloDia: emVoo !== null && emVoo !== 'pagamento' ? dia : (contato?.modelo ?? null),
    ultimaCobrancaDia: cobrando(contato) ? dia : (contato?.cobranca ?? null),
    alcancado: contato?.alcancado ?? false,
  }
}

async function gravarContatos(trx: Trx, um: Mundo, agora: Date) {
  const canonicos = um.contatos.map((contato, i) => ({ ...contato, canonico: `55118000000${i}` }))
  const ids = await trx
    .insertInto('contato')
    .values(
      canonicos.map((contato, i) => ({
        canonico: contato.canonico,
        hash: Buffer.from(`${i}`),
        aceita_mensagens: contato.aceita,
        janela_ate: new Date(agora.getTime() + (contato.janela ? 3_600_000 : -3_600_000)),
        aceita_marketing: contato.marketing,
        invalido_em: contato.invalido ? agora : null,
        ultimo_modelo_dia: contato.modelo,
        ultima_cobranca_dia: contato.cobranca,
        ultimo_contato_em: contato.alcancado ? new Date(agora.getTime() - 3_600_000) : null,
      })),
    )
    .returning('id')
    .execute()
  for (const { canonico, listado } of canonicos)
    if (listado !== null)
      await trx
        .insertInto('bloqueio')
        .values({ canonico, origem: 'PROCON', registrado_em: somarDias(um.dia, -listado) })
        .execute()
  return um.contatos.map((contato, i) => ({ ...contato, id: ids[i]!.id, telefone: `+55${DDDS[i]}980000000` }))
}

async function gravarCliente(
  trx: Trx,
  um: {
    i: number
    cliente: ClienteDoMundo
    contato: ContatoDoMundo
    contas: { vencimentoUtil: string }[]
    operadorId: number
    dia: string
  },
  agora: Date,
) {
  const { cliente, contato, contas } = um
  const { id } = await trx
    .insertInto('cliente')
    .values({
      nome: `C ${um.i}`,
      documento: documentoDe(um.i, cliente.cpf),
      telefone: contato?.telefone ?? null,
      uf: cliente.uf,
      municipio: cliente.municipio,
      contato_id: contato?.id ?? null,
      status: cliente.status,
      operador_id: um.operadorId,
      numero_chamadas: cliente.chamadas,
      tentativas_vistas: cliente.vistas,
      motivo_pausa: cliente.status === 'pausado' ? 'prazo' : null,
      aguardando_desde: cliente.status === 'aguardando_atendimento' ? agora : null,
      aguardando_motivo: cliente.status === 'aguardando_atendimento' ? 'respondeu' : null,
      aberto_centavos: 10_000 * contas.length,
      contas_abertas: contas.length,
      vencimento_mais_antigo: contas.map((conta) => conta.vencimentoUtil).sort()[0]!,
      ultimo_contato_em: ultimoContatoEm(cliente, agora),
      created_at: agora,
      updated_at: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (cliente.autorizou)
    await trx
      .insertInto('autorizacao')
      .values({
        cliente_id: id,
        contato_id: contato?.id ?? null,
        origem: 'x',
        texto: 'x',
        em: um.dia,
        criada_em: agora,
      })
      .execute()
  return id
}

const ultimoContatoEm = ({ contatadoHaMinutos }: ClienteDoMundo, agora: Date) =>
  contatadoHaMinutos === null ? null : new Date(agora.getTime() - contatadoHaMinutos * 60_000)

/** Only a document of eleven digits is a CPF. */
const documentoDe = (i: number, cpf: boolean) => `${i}`.padStart(cpf ? 11 : 14, '0')

/** What is known of the phone, and the questions sent to it, as the rule's input. */
async function criarPessoa(
  trx: Trx,
  p: { id: number; contatoId: number | null } & Mundo['clientes'][number]['pessoa'],
  dia: string,
  agora: Date,
): Promise<PessoaDoTelefone> {
  if (p.contatoId === null) return PESSOA_DESCONHECIDA
  const confirmada = p.confirmadaHa === null ? null : instanteDe(somarDias(dia, -p.confirmadaHa), '00:00')
  if (confirmada !== null || p.negada)
    await trx
      .insertInto('pessoa_do_telefone')
      .values({
        cliente_id: p.id,
        contato_id: p.contatoId,
        negada_em: p.negada ? agora : null,
        confirmada_em: confirmada,
        confirmada_por: confirmada === null ? null : 'sim',
        ouvida_em: p.esquecida ? null : confirmada,
      })
      .execute()
  const { rows: feitas } = await sql<{ dia: string; conta: boolean }>`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, liberada, created_at)
    select ${p.id}, ${p.contatoId}, 'enviada', 'template', 'x', 'pendente', 'confirmacao', 'aceita', n.em::date, n.liberada, n.quando
    from jsonb_to_recordset(${JSON.stringify(
      p.perguntas.map(({ ha, liberada }) => {
        const em = somarDias(dia, -ha)
        return { em, liberada, quando: instanteDe(em, '12:00') }
      }),
    )}::jsonb) as n(em text, liberada boolean, quando timestamptz)
    on conflict (dia, contato_id) where finalidade in ${lista(DA_REGUA)} and not liberada do nothing
    returning dia, not liberada and created_at > coalesce(${confirmada}::timestamptz, '-infinity') as conta`.execute(
    trx,
  )
  const contam = feitas.filter(({ conta }) => conta).map((feita) => feita.dia)
  return {
    ouvidaEm: p.esquecida || confirmada === null ? null : somarDias(dia, -p.confirmadaHa!),
    perguntas: contam.length,
    perguntadaEm: contam.sort().at(-1) ?? null,
  }
}
