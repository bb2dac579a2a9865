import type { ClienteDetalhado } from '#contract/ficha.ts'
import { hoje } from '#web/api/agora.ts'
import { dia } from '#web/ui/formatos.ts'

/** What do-not-contact lists mean for a customer, in a sentence; null for whoever is in none. */
export function emBloqueio({ bloqueios, autorizado_em }: ClienteDetalhado): { texto: string; vale: boolean } | null {
  if (bloqueios.length === 0) return null
  const quais = bloqueios
    .map(({ origem, registrado_em }) => `${origem} (registrado em ${dia(registrado_em)})`)
    .join(', ')
  const esta = `Este telefone está ${bloqueios.length === 1 ? 'na lista de não perturbe' : 'nas listas de não perturbe'} ${quais}`
  if (autorizado_em) return { texto: `${esta}, e o cliente autorizou o contato em ${dia(autorizado_em)}.`, vale: false }
  const desde = bloqueios.map(({ vale_de }) => vale_de).sort()[0]!
  if (desde > hoje())
    return {
      texto: `${esta}. Ela passa a valer em ${dia(desde)}: dali em diante nenhuma mensagem sai sem autorização.`,
      vale: false,
    }
  return {
    texto: `${esta}, que vale desde ${dia(desde)}: só recebe mensagem com a conversa aberta por ele, ou com autorização registrada.`,
    vale: true,
  }
}
