import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import type { Log } from '#contract/logs.ts'
import { hoje } from '#web/api/agora.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaDaSemanaLongo, dia as emDia, hora, plural } from '#web/ui/formatos.ts'
import { Bolha } from './Bolha.tsx'
import { linhaDoTempo } from './linhaDoTempo.ts'
import { mensagensQuery, useEnviar } from './mensagens.api.ts'

const PERTO_DO_FIM = 80

/** Messages and what happened, oldest first. New ones never steal the scroll of who is reading above. */
export function Fio({ id, cliente }: { id: number; cliente: ClienteDetalhado | undefined }) {
  const consulta = useInfiniteQuery(mensagensQuery(id))
  const enviar = useEnviar(id)
  const mensagens = useMemo(() => [...(consulta.data?.pages ?? [])].reverse().flat(), [consulta.data])
  const historico = cliente?.historico
  const itens = useMemo(
    () => linhaDoTempo(mensagens, historico ?? [], !consulta.hasNextPage),
    [mensagens, historico, consulta.hasNextPage],
  )
  const { moldura, conteudo, novas, aoRolar, descer } = useRolagem(mensagens.at(-1)?.id, mensagens[0]?.id)

  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        ref={moldura}
        role="log"
        aria-label="Conversa"
        aria-busy={consulta.isPending}
        tabIndex={0}
        onScroll={aoRolar}
        sx={{ flex: 1, overflowY: 'auto', px: { xs: 3, sm: 5 }, py: 3, '&:focus-visible': { outlineOffset: -2 } }}
      >
        <div ref={conteudo}>
          {consulta.isPending && <Esqueleto />}
          {consulta.error && !consulta.data && (
            <ErrorState
              titulo="Não foi possível abrir a conversa"
              erro={consulta.error}
              aoTentar={() => void consulta.refetch()}
            />
          )}
          {consulta.hasNextPage && (
            <Box sx={{ textAlign: 'center', pb: 2 }}>
              <Button loading={consulta.isFetchingNextPage} onClick={() => void consulta.fetchNextPage()}>
                Ver mensagens anteriores
              </Button>
            </Box>
          )}
          {consulta.data && itens.length === 0 && (
            <Box sx={{ textAlign: 'center', color: 'text.secondary', py: 12 }}>
              Ainda não houve mensagens com este cliente.
            </Box>
          )}
          {itens.map((item) =>
            item.tipo === 'dia' ? (
              <Dia key={item.chave} dia={item.dia} />
            ) : item.tipo === 'evento' ? (
              <Evento key={item.chave} log={item.log} />
            ) : (
              <Bolha
                key={item.chave}
                mensagem={item.mensagem}
                primeira={item.primeira}
                ultima={item.ultima}
                aoReenviar={
                  item.mensagem.direcao === 'enviada' && !item.mensagem.automatica && item.mensagem.tipo === 'texto'
                    ? (mensagem) =>
                        enviar.mutate({ conteudo: mensagem.conteudo }, { onError: (erro) => avisar(erro.message) })
                    : undefined
                }
              />
            ),
          )}
        </div>
      </Box>
      {novas > 0 && (
        <Button
          variant="contained"
          size="small"
          endIcon={<ArrowDownwardOutlined />}
          onClick={descer}
          sx={{ position: 'absolute', bottom: 12, left: '50%', transform: 'translateX(-50%)', borderRadius: '16px' }}
        >
          {plural(novas, 'nova', 'novas')}
        </Button>
      )}
    </Box>
  )
}

/** Keeps the end in view for who is at the end, and the reading position when earlier messages come above. */
function useRolagem(ultimaId: number | undefined, primeiraId: number | undefined) {
  const moldura = useRef<HTMLDivElement>(null)
  const conteudo = useRef<HTMLDivElement>(null)
  const noFim = useRef(true)
  const antes = useRef({ altura: 0, primeiraId, ultimaId })
  const [novas, setNovas] = useState(0)

  useLayoutEffect(() => {
    const elemento = moldura.current
    if (!elemento) return
    const anterior = antes.current
    if (noFim.current) elemento.scrollTop = elemento.scrollHeight
    else if (anterior.primeiraId !== primeiraId) elemento.scrollTop += elemento.scrollHeight - anterior.altura
    else if (anterior.ultimaId !== ultimaId) setNovas((n) => n + 1)
    antes.current = { altura: elemento.scrollHeight, primeiraId, ultimaId }
  }, [ultimaId, primeiraId])

  // A picture that arrives, a failure told below its message, a taller composer: the end stays the end.
  useLayoutEffect(() => {
    const elemento = moldura.current
    if (!elemento || !conteudo.current) return
    const observador = new ResizeObserver(() => {
      if (noFim.current) elemento.scrollTop = elemento.scrollHeight
      antes.current.altura = elemento.scrollHeight
    })
    observador.observe(elemento)
    observador.observe(conteudo.current)
    return () => observador.disconnect()
  }, [])

  const aoRolar = () => {
    const elemento = moldura.current
    if (!elemento) return
    noFim.current = elemento.scrollHeight - elemento.scrollTop - elemento.clientHeight < PERTO_DO_FIM
    if (noFim.current) setNovas(0)
  }
  const descer = () => moldura.current?.scrollTo({ top: moldura.current.scrollHeight, behavior: 'smooth' })
  return { moldura, conteudo, novas, aoRolar, descer }
}

function Dia({ dia }: { dia: string }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', my: 3 }}>
      <Box
        component="span"
        sx={{
          border: `1px solid ${cor.divider}`,
          borderRadius: '14px',
          px: 3,
          py: 0.5,
          fontSize: 12,
          lineHeight: '18px',
          color: 'text.secondary',
        }}
      >
        {dia === hoje() ? 'Hoje, ' : ''}
        {diaDaSemanaLongo(dia)} {emDia(dia)}
      </Box>
    </Box>
  )
}

function Evento({ log }: { log: Log }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'center',
        gap: 1.5,
        my: 3,
        px: 4,
        fontSize: 12,
        lineHeight: '16px',
        color: 'text.secondary',
        textAlign: 'center',
      }}
    >
      <InfoOutlined sx={{ fontSize: 16 }} aria-hidden />
      <span>
        {hora(log.created_at)} · {log.descricao}
        {log.usuario && ` Por ${log.usuario.name}.`}
      </span>
    </Box>
  )
}

const Esqueleto = () => (
  <Box aria-hidden sx={{ display: 'grid', gap: 3 }}>
    {[60, 40, 55, 30].map((largura, n) => (
      <Skeleton
        key={largura}
        variant="rounded"
        height={64}
        width={`${largura}%`}
        sx={{ borderRadius: '16px', justifySelf: n % 2 ? 'end' : 'start' }}
      />
    ))}
  </Box>
)
