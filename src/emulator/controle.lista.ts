import { normalizar } from '#domain/texto.ts'
import { type Aparelho, waId } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'

/** Phones with messages, latest first, then people of the register who have none yet. */
export async function listarTelefones(nucleo: Nucleo, busca: string, limite: number) {
  const { mundo, opcoes } = nucleo
  const doRegistro = opcoes.procurar ? await opcoes.procurar(busca, limite) : []
  for (const { telefone, nome } of doRegistro) {
    const aparelho = mundo.procurar(telefone)
    if (aparelho) aparelho.nome = nome
  }
  const recentes = [...mundo.aparelhos].reverse()
  if (busca === '') await porNomes(nucleo, recentes.slice(0, limite))
  const achados = recentes.filter((aparelho) => combina(aparelho, busca)).slice(0, limite)
  const vistos = new Set(achados.map(({ id }) => id))
  const outros = doRegistro
    .map(({ telefone, nome }) => ({ ...mundo.ver(telefone), nome }))
    .filter(({ id }) => !vistos.has(id))
  return [...achados, ...outros].slice(0, limite).map(resumir)
}

/** The register's names, as they are now. */
export async function porNomes({ opcoes }: Nucleo, aparelhos: Aparelho[]): Promise<void> {
  if (!opcoes.nomes || aparelhos.length === 0) return
  const nomes = await opcoes.nomes(aparelhos.map(({ telefone }) => telefone))
  for (const aparelho of aparelhos) aparelho.nome = nomes.get(aparelho.telefone) ?? aparelho.nome
}

function combina({ telefone, nome }: Aparelho, busca: string): boolean {
  const digitos = busca.replace(/\D/g, '')
  if (digitos.length >= 3 && telefone.includes(digitos)) return true
  return normalizar(nome ?? '').includes(normalizar(busca))
}

function resumir(aparelho: Aparelho) {
  const ultima = aparelho.mensagens.at(-1)
  return {
    telefone: aparelho.telefone,
    nome: aparelho.nome,
    nao_lidas: aparelho.naoLidas,
    ultima: ultima
      ? {
          texto: ultima.texto,
          quando: ultima.quando,
          direcao: ultima.direcao,
          tipo: ultima.tipo,
          ...(ultima.mudada ? { mudada: ultima.mudada } : {}),
          erro: ultima.status === 'failed' ? ultima.erro : null,
        }
      : null,
  }
}

/** One phone with all that is on it. */
export function fichaDe(aparelho: Aparelho) {
  const { id, telefone, nome, bsuid, ajustes, mensagens, janelaAte, querMarketing, naoLidas } = aparelho
  return {
    id,
    telefone,
    nome,
    wa_id: waId(aparelho),
    bsuid,
    ajustes,
    quer_marketing: querMarketing,
    nao_lidas: naoLidas,
    janela_ate: janelaAte > 0 ? new Date(janelaAte).toISOString() : null,
    mensagens,
  }
}
