import { useState } from 'react'
import { baixar } from '#web/api/callApi.ts'
import type { Chamada } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from './avisar.tsx'

/** Downloads with the token, which a plain link could not carry, and saves under the server's name. */
export async function baixarArquivo(
  chamada: Chamada,
  nome: string,
  params: Record<string, string | number> = {},
  query: Record<string, unknown> = {},
) {
  try {
    const arquivo = await baixar(chamada, params, query)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(arquivo.dados)
    link.download = arquivo.nome ?? nome
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  } catch (erro) {
    avisar(fraseDe(erro))
  }
}

/** Whether a file is being fetched, for the button that fetches it. */
export function useBaixando(aoBaixar: () => Promise<void>) {
  const [baixando, setBaixando] = useState(false)
  const comecar = async () => {
    setBaixando(true)
    await aoBaixar()
    setBaixando(false)
  }
  return { loading: baixando, comecar: () => void comecar() }
}
