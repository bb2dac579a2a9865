import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { preencherPartes } from '#domain/partes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { SyncOutlined } from '#web/ui/icons/SyncOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { useMedia } from '#web/ui/useMedia.ts'
import { useSaida } from '#web/ui/useSaida.ts'
import { Celular } from './Celular.tsx'
import { EditorModelo, usoDoModelo } from './EditorModelo.tsx'
import { ListaModelos } from './ListaModelos.tsx'
import { MensagemPreenchida } from './MensagemPreenchida.tsx'
import { exemploQuery, modelosQuery, useAcoesModelos } from './modelos.api.ts'
import { type Escrito, escritoDe, mesmoEscrito } from './partes.ts'

// The search among customers brings a list of its own, which the editor does not wait for.
const EscolhaCliente = lazy(async () => ({ default: (await import('./EscolhaCliente.tsx')).EscolhaCliente }))

const TesteDialog = lazy(() => import('./TesteDialog.tsx').then((m) => ({ default: m.TesteDialog })))

/** The nine texts: list with approval, editor with variables, and the phone that shows what arrives. */
export function ModelosPainel({
  regua,
  enviosPorPasso,
}: {
  regua: Regua | undefined
  /** What the cadence would send in 30 days, by the step's days. */
  enviosPorPasso: Record<string, number> | undefined
}) {
  const { data, error, refetch } = useQuery(modelosQuery)
  const { filtros, mudar } = useFiltros()
  const fechar = useVoltar({ tipo: undefined })
  const exemplo = useQuery(exemploQuery(Number(filtros.cliente) || undefined))
  const [rascunhos, setRascunhos] = useState<Record<string, Escrito>>({})
  const celular = useMedia('(max-width: 599.95px)')
  useSaida(Object.keys(rascunhos).length > 0, 'Há textos que ainda não foram salvos. Eles se perdem ao sair.')
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os modelos" erro={error} aoTentar={() => void refetch()} />
  const modelos = data && Object.values(data)
  const modelo = modelos && (modelos.find((um) => um.tipo === filtros.tipo) ?? (celular ? undefined : modelos[0]))
  const valores = modelo && exemplo.data?.valores[modelo.tipo]
  const escrito = modelo && (rascunhos[modelo.tipo] ?? escritoDe(modelo))
  const partes = valores && escrito && preencherPartes(escrito, valores)
  const passos = regua?.passos.filter((passo) => passo.tipo === modelo?.tipo && passo.ativo) ?? []
  const envios = enviosPorPasso && passos.reduce((soma, { dias }) => soma + (enviosPorPasso[dias] ?? 0), 0)
  const aoMudar = (novo: Escrito | undefined) => {
    if (!modelo) return
    const { [modelo.tipo]: _, ...outros } = rascunhos
    setRascunhos(novo === undefined || mesmoEscrito(novo, modelo) ? outros : { ...outros, [modelo.tipo]: novo })
  }
  return (
    <Page>
      <Box sx={{ containerType: 'inline-size' }}>
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: 'minmax(0, 1fr)',
            '@container (min-width: 640px)': { gridTemplateColumns: '232px minmax(0, 1fr)' },
            '@container (min-width: 1000px)': { gridTemplateColumns: '232px minmax(0, 1fr) 320px' },
          }}
        >
          {celular && modelo ? (
            <Button startIcon={<ArrowBackOutlined />} onClick={fechar} sx={{ justifySelf: 'start', ml: '-8px' }}>
              Todos os modelos
            </Button>
          ) : (
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <ListaModelos
                modelos={modelos}
                regua={regua}
                aberto={modelo?.tipo}
                rascunhos={rascunhos}
                aoAbrir={(tipo) => mudar({ tipo }, { empurrar: celular })}
              />
              <Sincronizar />
            </Box>
          )}
          {modelo && escrito ? (
            <EditorModelo
              key={modelo.tipo}
              modelo={modelo}
              escrito={escrito}
              valores={valores}
              uso={usoDoModelo(passos.length, envios)}
              aoMudar={aoMudar}
            />
          ) : (
            !modelos && (
              <Card sx={{ p: 5, minHeight: 600 }}>
                <Skeleton width={160} height={28} />
                <Skeleton variant="rounded" height={196} sx={{ mt: 8 }} />
              </Card>
            )
          )}
          {(modelo || !modelos) && (
            <Box
              component="section"
              aria-label="Prévia"
              sx={{
                display: 'flex',
                flexDirection: 'column',
                gap: 3,
                width: '100%',
                maxWidth: 400,
                mx: 'auto',
                '@container (min-width: 640px)': { gridColumn: '2' },
                '@container (min-width: 1000px)': { gridColumn: '3', position: 'sticky', top: 68, height: 700 },
              }}
            >
              <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
                <EscolhaCliente cliente={exemplo.data?.cliente ?? null} aoEscolher={(cliente) => mudar({ cliente })} />
              </Suspense>
              <Celular empresa={valores?.empresa ?? ''} botoes={partes?.botoes.map(({ texto }) => texto)}>
                {partes?.cabecalho && <b>{`${partes.cabecalho.texto}\n`}</b>}
                {valores && escrito ? (
                  <MensagemPreenchida texto={escrito.texto} valores={valores} sublinhar />
                ) : exemplo.error ? (
                  fraseDe(exemplo.error)
                ) : (
                  <Skeleton width={220} height={120} />
                )}
              </Celular>
              <Typography sx={{ fontSize: 12, lineHeight: '16px', textAlign: 'center', color: cor.text3 }}>
                {exemplo.data && !exemplo.data.cliente
                  ? 'Valores de exemplo: ainda não há cliente com conta aberta.'
                  : 'Sublinhado: o que vem dos dados do cliente, hoje.'}
              </Typography>
              {modelo && precisaAprovacao(modelo.tipo) && (
                <Button
                  startIcon={<SendOutlined />}
                  disabled={!modelo.texto_em_uso}
                  onClick={() => void abrir((fechar) => <TesteDialog modelo={modelo} aoFechar={fechar} />)}
                >
                  Enviar teste para o meu celular
                </Button>
              )}
            </Box>
          )}
        </Box>
      </Box>
    </Page>
  )
}

function Sincronizar() {
  const { sincronizar } = useAcoesModelos()
  return (
    <Button
      startIcon={<SyncOutlined />}
      loading={sincronizar.isPending}
      loadingPosition="start"
      onClick={() =>
        sincronizar.mutate(undefined, {
          onSuccess: () => avisar('Situação dos modelos lida da Meta.'),
          onError: (erro) => avisar(fraseDe(erro)),
        })
      }
    >
      Sincronizar com a Meta
    </Button>
  )
}
