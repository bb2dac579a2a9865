import { sql } from 'kysely'
import type { z } from 'zod'
import type { dashboardAdmin } from '#contract/dashboard.ts'
import { DIA_MS, diaDe, formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { SEM_STATUS } from '#domain/entrega.ts'
import { plural } from '#domain/plural.ts'
import { silencioEm } from '#domain/silencio.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { acharProblemaDoEnvio } from '#server/despacho/problema.queries.ts'

export type Alerta = z.output<(typeof dashboardAdmin.schema.response)[200]>['alertas'][number]

/** What is broken now and matters to everyone, the worst first. `configurado`: there is an account to send with. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one question after the other, each of one alert
export async function buscarAlertas(db: Db, configurado: boolean, agora: Date): Promise<Alerta[]> {
  const { rows } = await sql<{
    parada: string | null
    codigo: string | null
    parada_em: string | null
    desconectado: string | null
    desconectado_codigo: string | null
    desconectado_desde: string | null
    na_fila: number
    de_lado: number
    de_lado_desde: string | null
    sem_resultado: number
    sem_resultado_desde: string | null
    sem_status_desde: string | null
    a_decidir: number
    a_decidir_desde: string | null
  }>`
    select conta_parada_mensagem as parada, conta_parada_codigo as codigo, conta_parada_em as parada_em,
      case when whatsapp_situacao->>'estado' <> 'conectado' then coalesce(whatsapp_situacao->'erro'->>'mensagem', '') end as desconectado,
      whatsapp_situacao->'erro'->>'codigo' as desconectado_codigo,
      (whatsapp_situacao->>'desde')::timestamptz as desconectado_desde, sem_status_desde,
      (select count(*) from mensagem where envio = 'fila') as na_fila, l.*, r.*, d.*
    from configuracao,
      (select count(*) as de_lado, min(posto_de_lado_em) as de_lado_desde from evento_recebido
        where origem = 'whatsapp' and posto_de_lado_em is not null and processado_em is null) l,
      (select count(*) as sem_resultado, min(enviando_em) as sem_resultado_desde from mensagem
        where envio = 'desconhecida') r,
      (select count(*) as a_decidir, min(criada_em) as a_decidir_desde from importacao_alteracao
        where situacao = 'pendente') d`.execute(db)
  const {
    parada,
    codigo,
    parada_em,
    desconectado,
    desconectado_codigo,
    desconectado_desde,
    na_fila,
    de_lado,
    de_lado_desde,
    sem_resultado,
    sem_resultado_desde,
    sem_status_desde,
    a_decidir,
    a_decidir_desde,
  } = rows[0]!
  const alertas: Alerta[] = []
  const problema = await acharProblemaDoEnvio(db, agora)
  if (!configurado) {
    const mensagem = `${SEM_CONTA} ${fila(na_fila)}`
    alertas.push({ codigo: 'whatsapp_parado', titulo: 'WhatsApp não configurado', desde: null, mensagem, erro: null })
  } else if (parada) {
    const mensagem = `${parada} ${fila(na_fila)}`
    alertas.push({ codigo: 'whatsapp_parado', titulo: 'WhatsApp parado', desde: parada_em, mensagem, erro: codigo })
  } else if (problema !== null && problema.codigo !== 'fila_parada') {
    const { titulo, desde } = problema
    alertas.push({ codigo: 'whatsapp_parado', titulo, desde, mensagem: problema.mensagem, erro: problema.codigo })
  } else if (desconectado !== null) {
    const mensagem = `${desconectado} ${fila(na_fila)}`.trim()
    const titulo = 'WhatsApp desconectado'
    alertas.push({ codigo: 'whatsapp_parado', titulo, desde: desconectado_desde, mensagem, erro: desconectado_codigo })
  }
  if (problema?.codigo === 'fila_parada') {
    const { codigo, titulo, desde, mensagem } = problema
    alertas.push({ codigo, titulo, desde, mensagem: `${mensagem} ${fila(na_fila)}`, erro: null })
  }
  if (sem_status_desde) {
    const titulo = 'Sem notícia das mensagens'
    alertas.push({ codigo: 'sem_status', titulo, desde: sem_status_desde, mensagem: SEM_STATUS, erro: null })
  }
  if (de_lado > 0) {
    alertas.push({
      codigo: 'eventos_de_lado',
      titulo: 'Avisos do WhatsApp à parte',
      desde: de_lado_desde,
      mensagem: `${plural(de_lado, 'aviso não pôde ser lido e foi guardado', 'avisos não puderam ser lidos e foram guardados')} à parte.`,
      erro: null,
    })
  }
  if (sem_resultado > 0) {
    alertas.push({
      codigo: 'resultado_desconhecido',
      titulo: 'Mensagens sem resposta do WhatsApp',
      desde: sem_resultado_desde,
      mensagem: `Não se sabe ainda se ${plural(sem_resultado, 'mensagem chegou', 'mensagens chegaram')}; nenhuma é mandada de novo às cegas.`,
      erro: null,
    })
  }
  if (a_decidir > 0) {
    alertas.push({
      codigo: 'alteracoes_a_decidir',
      titulo: 'Alterações de importações a decidir',
      desde: a_decidir_desde,
      mensagem: `${plural(a_decidir, 'alteração de cliente de outro operador espera', 'alterações de clientes de outros operadores esperam')} a sua decisão.`,
      erro: null,
    })
  }
  return alertas
}

const AVISAR_CERTIFICADO_MS = 30 * DIA_MS

/** The PSP that does not answer as it did, and its certificate before it ends: payments are then learned late, or not by themselves. */
export async function alertasDoPsp(db: Db, agora: Date): Promise<Alerta[]> {
  const { psp_base_url, psp_erro, psp_conferido_em, psp_certificado_ate } = await db
    .selectFrom('recebimento')
    .select(['psp_base_url', 'psp_erro', 'psp_conferido_em', 'psp_certificado_ate'])
    .executeTakeFirstOrThrow()
  if (psp_base_url === null) return []
  const alertas: Alerta[] = []
  if (psp_erro !== null) {
    const mensagem = `${psp_erro} Enquanto isso os códigos saem estáticos, e os pagamentos não são reconhecidos automaticamente. Veja Recebimento.`
    alertas.push({
      codigo: 'psp_com_erro',
      titulo: 'O PSP do Pix não responde como antes',
      desde: psp_conferido_em,
      mensagem,
      erro: null,
    })
  }
  const { de_lado, desde } = await avisosDoPspDeLado(db)
  if (de_lado > 0) {
    const quantos = plural(
      de_lado,
      'aviso não pôde ser lido e foi guardado',
      'avisos não puderam ser lidos e foram guardados',
    )
    const mensagem = `${quantos} à parte: pode haver pagamento que ninguém conhece. Veja Recebimento.`
    alertas.push({ codigo: 'avisos_do_psp_de_lado', titulo: 'Avisos do PSP à parte', desde, mensagem, erro: null })
  }
  if (psp_certificado_ate !== null && Date.parse(psp_certificado_ate) - agora.getTime() < AVISAR_CERTIFICADO_MS) {
    const mensagem = `Ele vale até ${formatarDia(diaDe(psp_certificado_ate))}. Peça outro ao PSP e grave-o em Recebimento antes disso.`
    alertas.push({
      codigo: 'psp_certificado',
      titulo: 'O certificado do PSP está no fim',
      desde: null,
      mensagem,
      erro: null,
    })
  }
  return alertas
}

async function avisosDoPspDeLado(db: Db): Promise<{ de_lado: number; desde: string | null }> {
  const { rows } = await sql<{ de_lado: number; desde: string | null }>`
    select count(*)::int as de_lado, min(posto_de_lado_em) as desde from evento_recebido
    where origem = 'pix' and posto_de_lado_em is not null and processado_em is null`.execute(db)
  return rows[0]!
}

/** Money that went back and was taken of no credit yet: the payment that it belongs to still counts. Out of the kept counts. */
export async function alertasDasDevolucoes(db: Db): Promise<Alerta[]> {
  const { rows } = await sql<{ quantas: number; centavos: number }>`
    select coalesce(sum(movimentos - creditos), 0)::int as quantas,
      coalesce(sum(valor_centavos - recebido_centavos), 0)::bigint as centavos
    from contagem_movimento where situacao = 'novo'`.execute(db)
  const { quantas, centavos } = rows[0]!
  if (quantas === 0) return []
  const quais = `${plural(quantas, 'devolução do banco, de', 'devoluções do banco, ao todo de')} ${formatarReais(centavos)}`
  const mensagem =
    quantas === 1
      ? `${quais}, ainda não foi abatida de nenhum pagamento. Veja de qual crédito é, ou diga que não é de cliente.`
      : `${quais}, ainda não foram abatidas de nenhum pagamento. Veja de quais créditos são, ou diga que não são de cliente.`
  return [{ codigo: 'devolucoes_a_espera', titulo: 'Devoluções à espera', desde: null, mensagem, erro: null }]
}

/** Mail that does not leave: whoever asked for a new password waits, and does not know why. */
export async function alertasDoCorreio(db: Db, agora: Date): Promise<Alerta[]> {
  const { rows } = await sql<{ erro: string; desde: string; esperam: number; separados: number }>`
    select (array_agg(erro order by id desc))[1] as erro, min(pedido_em) as desde,
      count(distinct email) filter (where situacao = 'pendente')::int as esperam,
      count(distinct email) filter (where situacao = 'separado')::int as separados
    from pedido_de_senha where erro is not null and situacao <> 'feito'
      and pedido_em > ${new Date(agora.getTime() - DIA_MS)} having count(*) > 0`.execute(db)
  const [achado] = rows
  if (!achado) return []
  const { erro, desde, esperam, separados } = achado
  const partes = [
    ...(esperam > 0
      ? [`${plural(esperam, 'pedido de senha nova espera', 'pedidos de senha nova esperam')}, e tentamos de novo`]
      : []),
    ...(separados > 0
      ? [
          `${plural(separados, 'já não será enviado', 'já não serão enviados')}: quem pediu deve pedir de novo, ou receber uma senha de um administrador`,
        ]
      : []),
  ]
  return [
    {
      codigo: 'correio_parado',
      titulo: 'E-mails não saem',
      desde,
      mensagem: `${erro} ${partes.join('; ')}.`,
      erro: null,
    },
  ]
}

const PASTA_ESQUECIDA_MS = 10 * 60_000

/** The watched folder that cannot be used: what is left there waits. One that nobody watches any more is silent. */
export async function alertasDaPasta(db: Db, agora: Date): Promise<Alerta[]> {
  const pasta = await db
    .selectFrom('pasta_vigiada')
    .select(['erro', 'desde'])
    .where('olhada_em', '>', new Date(agora.getTime() - PASTA_ESQUECIDA_MS).toISOString())
    .executeTakeFirst()
  if (!pasta?.erro) return []
  const mensagem = `${pasta.erro} O que for deixado lá espera, e é importado quando ela voltar.`
  return [
    {
      codigo: 'pasta_com_erro',
      titulo: 'A pasta vigiada não pode ser usada',
      desde: pasta.desde,
      mensagem,
      erro: null,
    },
  ]
}

const LISTA_VELHA_MS = 30 * DIA_MS

/** A do-not-contact list that has not been imported again: people registered since are still written to. */
export async function alertasDeBloqueio(db: Db, agora: Date): Promise<Alerta[]> {
  const velhas = await db
    .selectFrom('lista_de_bloqueio')
    .select(['origem', 'importada_em'])
    .where('importada_em', '<', new Date(agora.getTime() - LISTA_VELHA_MS).toISOString())
    .orderBy('importada_em')
    .execute()
  const [maisVelha] = velhas
  if (!maisVelha) return []
  const quais = velhas.map(({ origem }) => origem).join(', ')
  const mensagem = `A última importação de ${quais} passa de 30 dias: quem se registrou depois ainda é cobrado por WhatsApp. Importe a lista de novo em Config. Mensagens, Não perturbe.`
  const titulo = 'Lista de não perturbe desatualizada'
  return [{ codigo: 'bloqueios_antigos', titulo, desde: maisVelha.importada_em, mensagem, erro: null }]
}

/** Whether nothing is being sent, and since when if known: shown to everyone, without the reason. */
export async function acharParada(db: Db, configurado: boolean, agora: Date): Promise<{ desde: string | null } | null> {
  if (!configurado) return { desde: null }
  const { rows } = await sql<{ desde: string | null }>`
    select coalesce(conta_parada_em, (whatsapp_situacao->>'desde')::timestamptz) as desde from configuracao
    where conta_parada_mensagem is not null or whatsapp_situacao->>'estado' <> 'conectado'`.execute(db)
  if (rows[0]) return rows[0]
  const problema = await acharProblemaDoEnvio(db, agora)
  return problema && problema.codigo !== 'fila_parada' ? { desde: problema.desde } : null
}

/**
 * Since when messages that are ready do not leave, because the queue stands still or is held: for administrators alone.
 */
export async function acharFilaParada(db: Db, agora: Date) {
  const problema = await acharProblemaDoEnvio(db, agora)
  const desde = (codigo: string) => (problema?.codigo === codigo ? { desde: problema.desde } : null)
  return { fila_parada: desde('fila_parada'), envio_retido: desde('envio_retido') }
}

/** Since when Meta has sent no statuses; null while it does. */
export async function acharSilencio(db: Db): Promise<{ desde: string } | null> {
  const { sem_status_desde: desde } = await db
    .selectFrom('configuracao')
    .select('sem_status_desde')
    .executeTakeFirstOrThrow()
  return desde === null ? null : { desde }
}

const SEM_CONTA = 'Informe a conta da Meta em Config. WhatsApp, e os clientes passam a ser avisados e ouvidos.'

const fila = (n: number) =>
  n === 0
    ? 'Nada sai até o envio voltar.'
    : `${plural(n, 'mensagem espera', 'mensagens esperam')} na fila: quando o envio voltar, sai o que ainda valer no dia, e o resto é conferido de novo.`

/** That the engine may not send now, and when it may again; null while it may. */
export async function semEnvio(db: Db, agora: Date) {
  const { horario, calendario } = await lerConfiguracao(db)
  const silencio = silencioEm(agora, horario, calendario)
  return silencio && { mensagem: silencio.frase, volta_em: silencio.voltaEm }
}
