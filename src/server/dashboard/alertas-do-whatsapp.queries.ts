import { sql } from 'kysely'
import type { Alerta } from '#contract/dashboard.ts'
import { SEM_STATUS } from '#domain/entrega.ts'
import { QUALIDADE_BAIXA } from '#domain/limite.ts'
import { plural } from '#domain/plural.ts'
import type { Db } from '#server/db/schema.ts'
import { acharProblemaDoEnvio, type ProblemaDoEnvio } from '#server/despacho/problema.queries.ts'

interface Situacao {
  parada: string | null
  codigo: string | null
  parada_em: string | null
  desconectado: string | null
  desconectado_codigo: string | null
  desconectado_desde: string | null
  qualidade: string | null
  na_fila: number
  de_lado: number
  de_lado_desde: string | null
  sem_resultado: number
  sem_resultado_desde: string | null
  sem_status_desde: string | null
}

/** What is broken between us and WhatsApp, the worst first. `configurado`: there is an account to send with. */
export async function alertasDoWhatsapp(db: Db, configurado: boolean, agora: Date): Promise<Alerta[]> {
  const { rows } = await sql<Situacao>`
    select conta_parada_mensagem as parada, conta_parada_codigo as codigo, conta_parada_em as parada_em,
      case when whatsapp_situacao->>'estado' <> 'conectado' then coalesce(whatsapp_situacao->'erro'->>'mensagem', '') end as desconectado,
      whatsapp_situacao->'erro'->>'codigo' as desconectado_codigo,
      (whatsapp_situacao->>'desde')::timestamptz as desconectado_desde,
      whatsapp_situacao->>'qualidade' as qualidade, sem_status_desde,
      (select count(*) from mensagem where envio = 'fila') as na_fila, l.*, r.*
    from configuracao,
      (select count(*) as de_lado, min(posto_de_lado_em) as de_lado_desde from evento_recebido
        where origem = 'whatsapp' and posto_de_lado_em is not null and processado_em is null) l,
      (select count(*) as sem_resultado, min(enviando_em) as sem_resultado_desde from mensagem
        where envio = 'desconhecida') r`.execute(db)
  const situacao = rows[0]!
  const problema = await acharProblemaDoEnvio(db, agora)
  return [
    ...(configurado ? doEnvio(situacao, problema) : semConta(situacao)),
    ...daFila(situacao, problema),
    ...daQualidade(situacao),
    ...dosEventos(situacao),
  ]
}

function semConta({ na_fila }: Situacao): Alerta[] {
  const mensagem = `Informe a conta da Meta em Config. WhatsApp, e os clientes passam a ser avisados e ouvidos. ${fila(na_fila)}`
  return [{ codigo: 'whatsapp_parado', titulo: 'WhatsApp não configurado', desde: null, mensagem, erro: null }]
}

/** Why nothing is sent: the most certain reason alone. */
function doEnvio(
  { parada, codigo, parada_em, desconectado, desconectado_codigo, desconectado_desde, na_fila }: Situacao,
  problema: ProblemaDoEnvio | null,
): Alerta[] {
  if (parada) {
    const mensagem = `${parada} ${fila(na_fila)}`
    return [{ codigo: 'whatsapp_parado', titulo: 'WhatsApp parado', desde: parada_em, mensagem, erro: codigo }]
  }
  if (problema !== null && problema.codigo !== 'fila_parada') {
    const { titulo, desde, mensagem } = problema
    return [{ codigo: 'whatsapp_parado', titulo, desde, mensagem, erro: problema.codigo }]
  }
  if (desconectado === null) return []
  const mensagem = `${desconectado} ${fila(na_fila)}`.trim()
  const titulo = 'WhatsApp desconectado'
  return [{ codigo: 'whatsapp_parado', titulo, desde: desconectado_desde, mensagem, erro: desconectado_codigo }]
}

function daFila({ na_fila }: Situacao, problema: ProblemaDoEnvio | null): Alerta[] {
  if (problema?.codigo !== 'fila_parada') return []
  const { codigo, titulo, desde, mensagem } = problema
  return [{ codigo, titulo, desde, mensagem: `${mensagem} ${fila(na_fila)}`, erro: null }]
}

/** Why fewer messages than usual go out. */
function daQualidade({ qualidade }: Situacao): Alerta[] {
  if (qualidade !== 'RED') return []
  const mensagem = `${QUALIDADE_BAIXA} Veja quais modelos os clientes leem e respondem menos, e escreva menos vezes ou de outro modo.`
  const titulo = 'Qualidade do número baixa no WhatsApp'
  return [{ codigo: 'qualidade_baixa', titulo, desde: null, mensagem, erro: null }]
}

/** What Meta tells, or does not. */
function dosEventos({
  sem_status_desde,
  de_lado,
  de_lado_desde,
  sem_resultado,
  sem_resultado_desde,
}: Situacao): Alerta[] {
  const alertas: Alerta[] = []
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
  return alertas
}

const fila = (n: number) =>
  n === 0
    ? 'Nada sai até o envio voltar.'
    : `${plural(n, 'mensagem espera', 'mensagens esperam')} na fila: quando o envio voltar, sai o que ainda valer no dia, e o resto é conferido de novo.`
