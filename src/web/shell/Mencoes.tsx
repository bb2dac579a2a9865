import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Mencao } from '#contract/anotacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { plural } from '#web/ui/formatos.ts'
import { AlternateEmailOutlined } from '#web/ui/icons/AlternateEmailOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { marcarVistas } from './mencoes.api.ts'
import { mencoesQuery } from './shell.queries.ts'
import './mencoes.css'

const ListaDeMencoes = onDemand(() => import('./ListaDeMencoes.tsx'), 'ListaDeMencoes')

/** The notes that mention the person; a new one is announced with a toast. */
export function Mencoes() {
  const [quantas, setQuantas] = useState(30)
  const { data } = useQuery(mencoesQuery(quantas))
  const novas = data?.novas ?? 0
  const delas = (data?.data ?? []).filter(({ vista_em }) => vista_em === null).map(({ anotacao_id }) => anotacao_id)
  // Some older than those are new too.
  if (novas > delas.length && quantas < MUITAS) setQuantas(MUITAS)
  const abrir = useAbrirCliente()
  useNovidade(data?.data, abrir)
  // Opening the list marks them as read; they stay marked as new in it until it closes.
  const [recentes, setRecentes] = useState<ReadonlySet<number>>(new Set())
  const aoAbrir = () => {
    setRecentes(new Set(delas))
    void marcarVistas(delas).catch((erro: unknown) => avisar(fraseDe(erro)))
  }
  const rotulo = novas > 0 ? `Menções: ${plural(novas, 'nova', 'novas')}` : 'Menções'
  return (
    <Popover
      tipo="dialog"
      rotulo="Anotações que mencionam você"
      className="mencoes"
      aoAbrir={aoAbrir}
      trigger={
        <IconButton aria-label={rotulo} title={rotulo}>
          <Badge total={novas}>
            <AlternateEmailOutlined />
          </Badge>
        </IconButton>
      }
    >
      {(fechar) => (
        <>
          <h2>Menções</h2>
          <ListaDeMencoes
            quantas={quantas}
            recentes={recentes}
            aoAbrir={(mencao) => {
              fechar()
              abrir(mencao)
            }}
          />
        </>
      )}
    </Popover>
  )
}

function useAbrirCliente() {
  const navigate = useNavigate()
  return ({ cliente }: Mencao) => void navigate({ to: '/operador/clientes', search: { cliente: String(cliente.id) } })
}

/** Announces mentions that arrive while the page is open; the ones there before are not news. */
function useNovidade(mencoes: Mencao[] | undefined, abrir: (mencao: Mencao) => void) {
  const ultima = useRef<number>(undefined)
  useEffect(() => {
    if (!mencoes) return
    const primeira = mencoes[0]
    const nova =
      primeira && ultima.current !== undefined && primeira.anotacao_id > ultima.current ? primeira : undefined
    ultima.current = Math.max(ultima.current ?? 0, primeira?.anotacao_id ?? 0)
    if (!nova || nova.vista_em !== null) return
    const acao = nova.visivel ? { rotulo: 'Abrir', fazer: () => abrir(nova) } : undefined
    avisar(`${nova.autor.name} mencionou você: “${nova.texto.slice(0, DITO_NO_MAXIMO)}”`, acao)
  }, [mencoes, abrir])
}
const DITO_NO_MAXIMO = 120
/** As many as one answer may bring. */
const MUITAS = 100
