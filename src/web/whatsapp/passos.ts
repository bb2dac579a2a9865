import type { Modelo } from '#contract/modelos.ts'
import type { ConexaoWhatsapp, PassoDiagnostico, PreparoWhatsapp } from '#contract/whatsapp.ts'
import { barrado, precisaAprovacao, TIPOS_MODELO } from '#domain/modelo.ts'
import { aoDia } from './emPalavras.ts'

export interface PassoDaConta {
  codigo: 'conta' | 'numero' | 'webhook' | 'assinatura' | 'modelos' | 'teste'
  titulo: string
  situacao: 'feito' | 'falhou' | 'falta'
  frase: string
  falhas: { titulo: string; texto: string }[]
}

interface Sabido {
  conexao: ConexaoWhatsapp
  preparo: PreparoWhatsapp | undefined
  diagnostico: PassoDiagnostico[] | undefined
  /** Those that Meta has to approve. */
  modelos: Modelo[] | undefined
  agora: Date
}

/** The six steps as they stand. On the emulator none is done: it is no account of the company's. */
export const passosDe = (sabido: Sabido): PassoDaConta[] => [
  daConta(sabido),
  doNumero(sabido),
  doWebhook(sabido),
  daAssinatura(sabido),
  dosModelos(sabido),
  doTeste(sabido),
]

const real = ({ conexao }: Sabido) => conexao.provedor === 'cloud_api'

/** The server's findings under these codes: the sentences of those that are right, and the failures. */
function achar({ diagnostico }: Sabido, ...codigos: string[]) {
  const achados = diagnostico?.filter(({ codigo }) => codigos.includes(codigo)) ?? []
  return {
    certo: achados.length > 0 && achados.every(({ situacao }) => situacao !== 'errado'),
    frase: achados
      .filter(({ situacao }) => situacao !== 'errado')
      .map(({ mensagem }) => mensagem)
      .join(' '),
    falhas: achados
      .filter(({ situacao }) => situacao === 'errado')
      .map(({ titulo, mensagem }) => ({ titulo, texto: mensagem })),
  }
}

function montar(
  codigo: PassoDaConta['codigo'],
  titulo: string,
  falta: string,
  { certo, frase, falhas }: { certo: boolean; frase: string; falhas: PassoDaConta['falhas'] },
): PassoDaConta {
  if (falhas.length > 0) return { codigo, titulo, situacao: 'falhou', frase: falta, falhas }
  return { codigo, titulo, situacao: certo ? 'feito' : 'falta', frase: certo ? frase : falta, falhas }
}

const NADA = { certo: false, frase: '', falhas: [] }

function daConta(sabido: Sabido): PassoDaConta {
  const falta = 'Os dois números da conta e um token que não expira, do painel da Meta.'
  if (!real(sabido)) return montar('conta', 'Conta e token', falta, NADA)
  const achado = achar(sabido, 'credenciais', 'token', 'permissoes', 'conta')
  return montar('conta', 'Conta e token', falta, achado)
}

function doNumero(sabido: Sabido): PassoDaConta {
  const falta = 'A Meta diz se o número está verificado e pode enviar.'
  if (!real(sabido)) return montar('numero', 'Número', falta, NADA)
  const achado = achar(sabido, 'numero', 'envio')
  return montar('numero', 'Número', falta, { ...achado, certo: achado.certo && sabido.conexao.numero !== null })
}

/** A refusal from before the last accepted webhook, or before the secret changed, no longer counts. */
const depoisDe = (recusa: string, fim: string | null) => fim === null || recusa > fim

function doWebhook(sabido: Sabido): PassoDaConta {
  const falta = 'A Meta avisa este sistema por aqui quando um cliente responde.'
  const { preparo, conexao, agora } = sabido
  if (!real(sabido)) return montar('webhook', 'Webhook', falta, NADA)
  const achado = achar(sabido, 'webhook')
  const recusado = preparo?.aperto_recusado_em ?? null
  const confirmado = preparo?.aperto_confirmado_em ?? null
  const gravado = preparo?.segredos.verify_token.em ?? null
  const recusadoAgora = recusado !== null && depoisDe(recusado, confirmado) && depoisDe(recusado, gravado)
  const falhas = recusadoAgora
    ? [
        {
          titulo: `A Meta não conseguiu confirmar o endereço, ${aoDia(recusado, agora)}`,
          texto:
            'O pedido de confirmação chegou com outro token de verificação, e respondemos 403. Copie os dois campos abaixo para Meta for Developers › WhatsApp › Configuração e verifique de novo.',
        },
        ...achado.falhas,
      ]
    : achado.falhas
  return montar('webhook', 'Webhook', falta, {
    ...achado,
    falhas,
    certo: achado.certo && conexao.webhook_recebido_em !== null,
  })
}

function daAssinatura(sabido: Sabido): PassoDaConta {
  const falta = 'O segredo do aplicativo prova que o aviso veio da Meta.'
  const { preparo, conexao, agora } = sabido
  if (!real(sabido)) return montar('assinatura', 'Assinatura', falta, NADA)
  const achado = achar(sabido, 'chave', 'assinatura')
  const recusada = preparo?.assinatura_recusada_em ?? null
  const gravado = preparo?.segredos.app_secret.em ?? null
  const recusadaAgora =
    recusada !== null && depoisDe(recusada, conexao.webhook_recebido_em) && depoisDe(recusada, gravado)
  const falhas = recusadaAgora
    ? [
        {
          titulo: `Um aviso chegou com outra assinatura, ${aoDia(recusada, agora)}`,
          texto:
            'Respondemos 401 e nada foi guardado. Copie de novo o segredo em Meta for Developers › Configurações › Básico e grave-o abaixo.',
        },
        ...achado.falhas,
      ]
    : achado.falhas
  return montar('assinatura', 'Assinatura', falta, { ...achado, falhas })
}

const A_APROVAR = TIPOS_MODELO.filter(precisaAprovacao).length

function dosModelos(sabido: Sabido): PassoDaConta {
  const { modelos } = sabido
  const falta = `${modelos?.length ?? A_APROVAR} modelos vão para análise; a resposta costuma sair em minutos.`
  if (!real(sabido) || !modelos) return montar('modelos', 'Modelos', falta, NADA)
  const falhas = modelos.filter(barrado).map(({ titulo, situacao, motivo }) => ({
    titulo: `“${titulo}” foi ${situacao} pela Meta`,
    texto: `${motivo ?? ''} Corrija o texto em Config. Mensagens e salve de novo.`.trim(),
  }))
  const aprovados = modelos.filter(({ situacao }) => situacao === 'aprovado').length
  return montar('modelos', 'Modelos', `${aprovados} de ${modelos.length} aprovados. ${falta}`, {
    certo: aprovados === modelos.length,
    frase: `Os ${modelos.length} modelos estão aprovados.`,
    falhas,
  })
}

function doTeste(sabido: Sabido): PassoDaConta {
  const falta = 'Uma mensagem para o seu próprio celular, e a sua resposta de volta.'
  const { preparo, agora } = sabido
  const teste = real(sabido) ? preparo?.teste : null
  if (!teste) return montar('teste', 'Mensagem de teste', falta, NADA)
  const { enviado_em, respondido_em } = teste
  return montar(
    'teste',
    'Mensagem de teste',
    `Enviada ${aoDia(enviado_em, agora)}. Responda no celular: a resposta aparece aqui sozinha.`,
    {
      certo: respondido_em !== null,
      frase: respondido_em ? `Foi e voltou: a sua resposta chegou ${aoDia(respondido_em, agora)}.` : '',
      falhas: [],
    },
  )
}
