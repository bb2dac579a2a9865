import { type ClipboardEvent, useEffect, useState } from 'react'
import { BYTES_DA_ASSINATURA, problemaDoArquivo } from '#domain/arquivo.ts'

const MAXIMO = 10

/** The files about to be sent, checked as they are chosen; one dropped anywhere on the window joins them. */
export function useAnexos() {
  const [arquivos, setArquivos] = useState<readonly File[]>([])
  const [erro, setErro] = useState('')

  const juntar = async (lista: Iterable<File>) => {
    const escolhidos = [...lista]
    if (escolhidos.length === 0) return
    const problemas = await Promise.all(escolhidos.map(conferir))
    const bons = escolhidos.filter((_, i) => problemas[i] === null)
    const ruim = problemas.findIndex((problema) => problema !== null)
    const demais = arquivos.length + bons.length > MAXIMO
    setErro(
      demais
        ? `Vão até ${MAXIMO} arquivos de uma vez.`
        : ruim < 0
          ? ''
          : `${escolhidos[ruim]!.name}: ${problemas[ruim]}`,
    )
    setArquivos((antes) => [...antes, ...bons].slice(0, MAXIMO))
  }
  const colar = (evento: ClipboardEvent) => {
    if (evento.clipboardData.files.length === 0) return
    evento.preventDefault()
    void juntar(evento.clipboardData.files)
  }
  const tirar = (qual: File) => {
    setErro('')
    setArquivos((antes) => antes.filter((um) => um !== qual))
  }
  const limpar = () => {
    setErro('')
    setArquivos([])
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
  const inicio = new Uint8Array(await arquivo.slice(0, BYTES_DA_ASSINATURA).arrayBuffer())
  return problemaDoArquivo(inicio, arquivo.size)
}
