import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { diaDe } from '#domain/data.ts'
import { SEM_STATUS } from '#domain/entrega.ts'
import { aquecimento, ritmoDoNumero } from '#domain/limite.ts'
import type { ContaWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import type { Linha } from '#server/db/schema.ts'
import { acharProblemaDoEnvio, type ProblemaDoEnvio } from '#server/despacho/problema.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import type { Situacao } from './verificacao.actions.ts'
import { CAMINHO_WEBHOOK } from './webhook.routes.ts'

/** The connection as last known; asks Meta nothing. */
export async function verConexao({
  db,
  relogio,
  whatsapp,
  origem,
  maxPorSegundo,
}: Pick<Servicos, 'db' | 'relogio' | 'whatsapp' | 'origem' | 'maxPorSegundo'>): Promise<ConexaoWhatsapp> {
  const linha = await db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
  const conta = await whatsapp.conta()
  const guardada = linha.whatsapp_situacao as Situacao | null
  const situacao = guardada?.phoneNumberId === conta.phoneNumberId ? guardada : null
  const problema = await acharProblemaDoEnvio(db, relogio.agora())
  const { estado, erro, desde } = estadoDe(linha, conta, situacao, problema)
  return {
    conectado: estado === 'conectado',
    provedor: conta.provedor,
    estado,
    numero: situacao?.numero ?? null,
    nome_verificado: situacao?.nomeVerificado ?? null,
    qualidade: situacao?.qualidade ?? null,
    limite_mensagens: situacao?.limite ?? null,
    vazao: {
      nivel: situacao?.vazao ?? null,
      por_segundo: ritmoDoNumero(maxPorSegundo, {
        vazao: situacao?.vazao ?? null,
        qualidade: situacao?.qualidade ?? null,
      }),
      maximo: maxPorSegundo,
    },
    webhook_recebido_em: linha.webhook_recebido_em,
    verificado_em: situacao ? linha.whatsapp_verificado_em : null,
    erro,
    desde,
    phone_number_id: conta.phoneNumberId,
    business_account_id: conta.businessAccountId,
    empresa: linha.empresa,
    webhook_url: `${origem}${CAMINHO_WEBHOOK}`,
    aquecimento: aquecimento({ aquecimentoDesde: linha.aquecimento_desde }, diaDe(relogio.agora())),
  }
}

/** Problems that stop everything come first, then those seen while sending, then the last check's. */
function estadoDe(
  linha: Linha<'configuracao'>,
  conta: ContaWhatsapp,
  situacao: Situacao | null,
  problema: ProblemaDoEnvio | null,
): Pick<ConexaoWhatsapp, 'estado' | 'erro' | 'desde'> {
  const erro = (codigo: string, mensagem: string | null, desde: string | null) =>
    ({ estado: 'erro', erro: { codigo, mensagem: mensagem ?? '' }, desde }) as const
  if (!conta.token || !conta.phoneNumberId || !conta.businessAccountId)
    return { ...erro('nao_configurado', NAO_CONFIGURADO, null), estado: 'nao_configurado' }
  if (problema?.codigo === 'envio_retido') return erro(problema.codigo, problema.mensagem, problema.desde)
  if (linha.conta_parada_codigo)
    return erro(linha.conta_parada_codigo, linha.conta_parada_mensagem, linha.conta_parada_em)
  if (problema?.codigo === 'sem_resposta' || problema?.codigo === 'sem_conexao')
    return { ...erro(problema.codigo, problema.mensagem, problema.desde), estado: 'desconectado' }
  if (!situacao) return { estado: 'desconectado', erro: null, desde: null }
  if (situacao.estado !== 'conectado')
    return { estado: situacao.estado, erro: situacao.erro, desde: situacao.desde ?? null }
  if (!conta.appSecret) return erro('sem_app_secret', SEM_SEGREDO, null)
  if (problema) return erro(problema.codigo, problema.mensagem, problema.desde)
  if (linha.sem_status_desde) return erro('sem_status', SEM_STATUS, linha.sem_status_desde)
  return { estado: 'conectado', erro: null, desde: null }
}

const NAO_CONFIGURADO =
  'Nada é enviado, e o que for escrito espera na fila. Informe o token, o ID do número e o ID da conta do WhatsApp para começar.'
const SEM_SEGREDO =
  'Informe a chave secreta do aplicativo: sem ela as respostas dos clientes não podem ser conferidas e são recusadas.'
