import type { Modelo } from '#contract/modelos.ts'
import type { ConexaoWhatsapp, PassoDiagnostico, PreparoWhatsapp } from '#contract/whatsapp.ts'
import { barrado, precisaAprovacao, TIPOS_MODELO } from '#domain/modelo.ts'
import { contaComecada } from './conta.ts'
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

/** The six steps as they stand. Before anything of an account is set none is done, and none has failed. */
export const passosDe = (sabido: Sabido): PassoDaConta[] => [
  daConta(sabido),
  doNumero(sabido),
  doWebhook(sabido),
  daAssinatura(sabido),
  dosModelos(sabido),
  doTeste(sabido),
]

const real = ({ conexao }: Sabido) => contaComecada(conexao)

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

/** Anybody can cause a refusal: it is over once a webhook or a handshake is accepted, or the secret is written anew. */
const depoisDe = (recusa: string, fim: string | null) => fim === null || recusa > fim

function doWebhook(sabido: Sabido): PassoDaConta {
  const falta = 'A Meta avisa este sistema por aqui quando um cliente responde.'
  const { preparo, conexao, agora } = sabido
  if (!real(sabido)) return montar('webhook', 'Webhook', falta, NADA)
  // What was never set has not failed.
  if (preparo?.segredos.verify_token.gravado === false)
    return montar('webhook', 'Webhook', `${falta} Gere o token de verificação.`, NADA)
  const achado = achar(sabido, 'webhook')
  const { aperto_recusado_em: recusado = null, aperto_confirmado_em: confirmado = null } = preparo ?? {}
  const recebido = conexao.webhook_recebido_em
  const gravado = preparo?.segredos.verify_token.em ?? null
  if (recusado !== null && [confirmado, recebido, gravado].every((fim) => depoisDe(recusado, fim))) {
    const titulo = `A Meta não conseguiu confirmar o endereço, ${aoDia(recusado, agora)}`
    const falhas = [{ titulo, texto: OUTRO_TOKEN }, ...achado.falhas]
    return montar('webhook', 'Webhook', falta, { ...achado, falhas })
  }
  // The first webhook is accepted only once the next step, the signature, is done.
  if (recebido === null && achado.certo)
    return confirmado !== null && depoisDe(confirmado, gravado)
      ? montar('webhook', 'Webhook', falta, {
          ...achado,
          frase: `A Meta confirmou o endereço ${aoDia(confirmado, agora)}. ${achado.frase}`,
        })
      : montar('webhook', 'Webhook', `${falta} ${FALTA_CONFIRMAR}`, NADA)
  return montar('webhook', 'Webhook', falta, achado)
}

const OUTRO_TOKEN =
  'O pedido de confirmação chegou com outro token de verificação, e respondemos 403. Copie os dois campos abaixo para Meta for Developers › WhatsApp › Configuração e verifique de novo.'
const FALTA_CONFIRMAR = 'Falta a Meta confirmar o endereço: cole lá os dois campos e clique em “Verificar e salvar”.'

function daAssinatura(sabido: Sabido): PassoDaConta {
  const falta = 'O segredo do aplicativo prova que o aviso veio da Meta.'
  const { preparo, conexao, agora } = sabido
  if (!real(sabido)) return montar('assinatura', 'Assinatura', falta, NADA)
  if (preparo?.segredos.app_secret.gravado === false) {
    const { falhas } = achar(sabido, 'assinatura')
    return montar('assinatura', 'Assinatura', falta, { ...NADA, falhas })
  }
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
