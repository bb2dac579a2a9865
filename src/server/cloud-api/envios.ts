import { RespostaEnvio } from '#contract/cloud-api.ts'
import type { Botao, CloudApi, ConfigCloudApi, Destino, ResultadoEnvio } from './cloud-api.ts'
import { componentesDoEnvio } from './componentes.ts'
import { caminho, feito, type Graph, ler } from './respostas.ts'

type Envios = Pick<
  CloudApi,
  'enviarTexto' | 'enviarModelo' | 'enviarArquivo' | 'enviarBotoes' | 'enviarLista' | 'marcarLida'
>

/** Messages to a customer, and read receipts. */
export function envios(graph: Graph, { phoneNumberId }: ConfigCloudApi): Envios {
  async function enviar(corpo: object, para: Destino, referencia: string): Promise<ResultadoEnvio> {
    const resposta = await graph.chamar('POST', caminho`/${phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...(typeof para === 'string' ? { to: para } : { recipient: para.bsuid }),
      ...corpo,
      biz_opaque_callback_data: referencia,
    })
    const lida = ler(resposta, RespostaEnvio)
    if (lida.tipo !== 'ok') return lida
    const contato = lida.valor.contacts[0]
    const [mensagem] = lida.valor.messages
    return { tipo: 'aceita', wamid: mensagem!.id, waId: contato?.wa_id ?? null, userId: contato?.user_id ?? null }
  }

  return {
    enviarTexto: ({ para, texto, referencia, citar }) =>
      enviar(
        {
          type: 'text',
          text: { body: texto, preview_url: false },
          ...(citar ? { context: { message_id: citar } } : {}),
        },
        para,
        referencia,
      ),

    enviarModelo: ({ para, nome, idioma, parametros, partes, referencia }) => {
      const template = {
        name: nome,
        language: { code: idioma },
        components: componentesDoEnvio(parametros, partes ?? null, referencia),
      }
      return enviar({ type: 'template', template }, para, referencia)
    },

    enviarArquivo: ({ para, tipo, midiaId, legenda, nome, referencia }) =>
      enviar({ type: tipo, [tipo]: conteudoDoArquivo(tipo, midiaId, legenda ?? null, nome ?? null) }, para, referencia),

    enviarBotoes: ({ para, texto, botoes, referencia }) =>
      enviar({ type: 'interactive', interactive: interativaComBotoes(texto, botoes) }, para, referencia),

    enviarLista: ({ para, texto, rotulo, secoes, referencia }) =>
      enviar({ type: 'interactive', interactive: interativaComLista(texto, rotulo, secoes) }, para, referencia),

    marcarLida: async (wamid, { digitando = false, numeroId } = {}) =>
      feito(
        await graph.chamar('POST', caminho`/${numeroId ?? phoneNumberId}/messages`, {
          messaging_product: 'whatsapp',
          status: 'read',
          message_id: wamid,
          ...(digitando ? { typing_indicator: { type: 'text' } } : {}),
        }),
      ),
  }
}

/** Audio takes no caption, and only a document has a name. */
function conteudoDoArquivo(tipo: string, id: string, legenda: string | null, nome: string | null) {
  return {
    id,
    ...(legenda && tipo !== 'audio' ? { caption: legenda } : {}),
    ...(nome && tipo === 'document' ? { filename: nome } : {}),
  }
}

const interativaComBotoes = (texto: string, botoes: readonly Botao[]) => ({
  type: 'button',
  body: { text: texto },
  action: { buttons: botoes.map(({ id, titulo }) => ({ type: 'reply', reply: { id, title: titulo } })) },
})

const interativaComLista = (
  texto: string,
  rotulo: string,
  secoes: Parameters<CloudApi['enviarLista']>[0]['secoes'],
) => ({
  type: 'list',
  body: { text: texto },
  action: {
    button: rotulo,
    sections: secoes.map(({ titulo, linhas }) => ({
      ...(titulo ? { title: titulo } : {}),
      rows: linhas.map(({ id, titulo, descricao }) => ({
        id,
        title: titulo,
        ...(descricao ? { description: descricao } : {}),
      })),
    })),
  },
})
