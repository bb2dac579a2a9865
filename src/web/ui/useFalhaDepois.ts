import { useEffect, useRef } from 'react'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from './avisar.tsx'

/** Tells what was refused after its place on the screen was left: in a toast that names whose it was. */
export function useFalhaDepois(): (erro: unknown, deQuem?: string) => void {
  const saiu = useRef(false)
  useEffect(() => {
    saiu.current = false
    return () => {
      saiu.current = true
    }
  }, [])
  return (erro, deQuem = 'Cliente') => {
    if (saiu.current) avisar(`${deQuem}: ${fraseDe(erro)}`)
  }
}
