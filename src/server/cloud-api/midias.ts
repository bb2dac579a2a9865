import { FormData } from 'undici'
import { MidiaCriada, MidiaMeta } from '#contract/cloud-api.ts'
import type { CloudApi, ConfigCloudApi } from './cloud-api.ts'
import { caminho, converter, type Graph, ler } from './respostas.ts'

/** Files, to Meta and from there. */
export function midias(
  graph: Graph,
  { phoneNumberId }: ConfigCloudApi,
): Pick<CloudApi, 'subirArquivo' | 'baixarMidia'> {
  return {
    subirArquivo: async ({ nome, mime, conteudo }) => {
      const problema = problemaDoArquivo(mime, conteudo.size)
      if (problema) return { tipo: 'nao_conectou', detalhe: problema }
      const formulario = new FormData()
      formulario.set('messaging_product', 'whatsapp')
      formulario.set('type', mime)
      formulario.set('file', conteudo, nome)
      const criada = ler(await graph.chamar('POST', caminho`/${phoneNumberId}/media`, formulario), MidiaCriada)
      return converter(criada, ({ id }) => id)
    },

    baixarMidia: async (id) => {
      // Whatever number of ours it came to: a former one still gets files.
      const midia = ler(await graph.chamar('GET', caminho`/${id}`), MidiaMeta)
      return midia.tipo === 'ok' ? graph.baixar(midia.valor.url, midia.valor.mime_type) : midia
    },
  }
}

const MEGA = 2 ** 20
/** Meta's own limits. Nothing that runs: no program, no page, no archive. */
const ACEITOS: Record<string, number> = {
  'image/jpeg': 5 * MEGA,
  'image/png': 5 * MEGA,
  'application/pdf': 100 * MEGA,
  'text/plain': 100 * MEGA,
  'audio/aac': 16 * MEGA,
  'audio/amr': 16 * MEGA,
  'audio/mpeg': 16 * MEGA,
  'audio/mp4': 16 * MEGA,
  'audio/ogg': 16 * MEGA,
}

/** Why a file cannot be sent, in a sentence; null when it can. */
function problemaDoArquivo(mime: string, tamanho: number): string | null {
  const maximo = ACEITOS[mime.split(';')[0]!.trim().toLowerCase()]
  if (maximo === undefined)
    return 'O WhatsApp da empresa envia imagens JPEG e PNG, PDF, texto e áudio. Converta o arquivo.'
  if (tamanho === 0) return 'O arquivo está vazio.'
  return tamanho > maximo ? `O arquivo passa de ${maximo / MEGA} MB, o limite do WhatsApp para este tipo.` : null
}
