import { type ClipboardEvent, useEffect, useState } from 'react'
import { BYTES_DA_ASSINATURA, problemaDoArquivo } from '#domain/arquivo.ts'
import { criarEstado } from '#web/api/estado.ts'
import { aoMudarSessao, sessaoAtual } from '#web/api/sessao.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { avisarAoSair } from '#web/ui/avisarAoSair.ts'

const MAXIMO = 10
const NENHUM: readonly File[] = []

/** What is about to be sent to each customer, kept while one looks at another; in this page's memory only. */
const anexados = criarEstado<ReadonlyMap<number, readonly File[]>>(new Map())
const dono = sessaoAtual()?.user.id
aoMudarSessao(() => sessaoAtual()?.user.id === dono || anexados.trocar(new Map()))
anexados.ouvir(avisarAoSair(() => anexados.ler().size > 0))

/** What is kept for a customer, and what changes that. */
export function useAnexados(clienteId: number) {
  const arquivos = useEstado(anexados).get(clienteId) ?? NENHUM
  const tirar = (qual: File) =>
    guardar(
      clienteId,
      arquivos.filter((um) => um !== qual),
    )
  return { arquivos, tirar }
}

function guardar(clienteId: number, arquivos: readonly File[]) {
  const outros = [...anexados.ler()].filter(([id]) => id !== clienteId)
  anexados.trocar(new Map(arquivos.length > 0 ? [...outros, [clienteId, arquivos]] : outros))
}

/** The files about to be sent to a customer, checked as they are chosen; one dropped anywhere on the window joins them. */
export function useAnexos(clienteId: number) {
  const { arquivos, tirar: tirarUm } = useAnexados(clienteId)
  const [erro, setErro] = useState('')

  const juntar = async (lista: Iterable<File>) => {
    const escolhidos = [...lista]
    if (escolhidos.length === 0) return
    const problemas = await Promise.all(escolhidos.map(conferir))
    const bons = escolhidos.filter((_, i) => problemas[i] === null)
    const ruim = problemas.findIndex((problema) => problema !== null)
    const todos = [...(anexados.ler().get(clienteId) ?? NENHUM), ...bons]
    setErro(
      todos.length > MAXIMO
        ? `Vão até ${MAXIMO} arquivos de uma vez.`
        : ruim < 0
          ? ''
          : `${escolhidos[ruim]!.name}: ${problemas[ruim]}`,
    )
    guardar(clienteId, todos.slice(0, MAXIMO))
  }
  const colar = (evento: ClipboardEvent) => {
    if (evento.clipboardData.files.length === 0) return
    evento.preventDefault()
    void juntar(evento.clipboardData.files)
  }
  const tirar = (qual: File) => {
    setErro('')
    tirarUm(qual)
  }
  const limpar = () => {
    setErro('')
    guardar(clienteId, NENHUM)
  }

  const sobre = useSoltar(juntar)
  return { arquivos, erro, sobre, juntar, colar, tirar, limpar }
}

/** Files dropped anywhere on the window; true while some are held over it. */
function useSoltar(aoSoltar: (arquivos: Iterable<File>) => Promise<void>): boolean {
  const [sobre, setSobre] = useState(false)
  useEffect(() => {
    const traz = (evento: DragEvent) => evento.dataTransfer?.types.includes('Files') ?? false
    const passar = (evento: DragEvent) => {
      if (!traz(evento)) return
      evento.preventDefault()
      setSobre(true)
    }
    const sair = (evento: DragEvent) => {
      if (evento.relatedTarget === null) setSobre(false)
    }
    const soltar = (evento: DragEvent) => {
      if (!traz(evento)) return
      evento.preventDefault()
      setSobre(false)
      void aoSoltar(evento.dataTransfer?.files ?? [])
    }
    window.addEventListener('dragover', passar)
    window.addEventListener('dragleave', sair)
    window.addEventListener('drop', soltar)
    return () => {
      window.removeEventListener('dragover', passar)
      window.removeEventListener('dragleave', sair)
      window.removeEventListener('drop', soltar)
    }
  })
  return sobre
}

/** By the server's own rule, before anything is uploaded. */
async function conferir(arquivo: File): Promise<string | null> {
  const inicio = await arquivo
    .slice(0, BYTES_DA_ASSINATURA)
    .arrayBuffer()
    .catch(() => null)
  return inicio ? problemaDoArquivo(new Uint8Array(inicio), arquivo.size) : 'Não foi possível ler. É uma pasta?'
}
