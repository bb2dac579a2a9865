import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Modelo } from '#contract/modelos.ts'
import { EXEMPLOS, MAXIMO, precisaAprovacao, preencher, problemasDoTexto, VARIAVEIS } from '#domain/modelo.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { numero } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { modelosQuery, useAcoesModelos } from './modelos.api.ts'

/** The nine texts: list with approval, editor with variables, and the phone that shows what arrives. */
export function ModelosPainel() {
  const { data, error, refetch } = useQuery(modelosQuery)
  const { filtros, mudar } = useFiltros()
  const { sincronizar } = useAcoesModelos()
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os modelos" erro={error} aoTentar={() => void refetch()} />
  const modelos = Object.values(data ?? {})
  const modelo = modelos.find((um) => um.tipo === filtros.tipo) ?? modelos[0]
  return (
    <Page
      acoes={
        <Button
          variant="outlined"
          loading={sincronizar.isPending}
          onClick={() =>
            sincronizar.mutate(undefined, {
              onSuccess: () => avisar('Situação dos modelos lida da Meta.'),
              onError: (erro) => avisar(fraseDe(erro)),
            })
          }
        >
          Sincronizar com a Meta
        </Button>
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: '1fr', md: '232px 1fr', xl: '232px 1fr 320px' },
          alignItems: 'start',
        }}
      >
        <Card component="nav" aria-label="Modelos">
          <List disablePadding>
            {data ? (
              modelos.map((um) => (
                <ListItemButton
                  key={um.tipo}
                  selected={um === modelo}
                  onClick={() => mudar({ tipo: um.tipo })}
                  sx={{ display: 'block', py: 3 }}
                >
                  <Box sx={{ fontWeight: 500, mb: 1 }}>{um.titulo}</Box>
                  <StatusChip de={situacaoModelo[um.situacao]} />
                </ListItemButton>
              ))
            ) : (
              <Skeleton variant="rounded" height={480} />
            )}
          </List>
        </Card>
        {modelo && <Editor key={`${modelo.tipo}-${modelo.versao}`} modelo={modelo} />}
      </Box>
    </Page>
  )
}

function Editor({ modelo }: { modelo: Modelo }) {
  const [texto, setTexto] = useState(modelo.texto)
  const campo = useRef<HTMLTextAreaElement>(null)
  const { salvar } = useAcoesModelos()
  const problemas = problemasDoTexto(texto, precisaAprovacao(modelo.tipo))
  const mudou = texto !== modelo.texto
  const inserir = (variavel: string) => {
    const onde = campo.current?.selectionStart ?? texto.length
    const fim = campo.current?.selectionEnd ?? onde
    setTexto(`${texto.slice(0, onde)}{{${variavel}}}${texto.slice(fim)}`)
    campo.current?.focus()
  }
  const gravar = async () => {
    const aviso = precisaAprovacao(modelo.tipo)
      ? 'O texto novo vai para a Meta aprovar. Enquanto isso, continua saindo o último aprovado.'
      : 'O texto novo passa a valer agora.'
    if (!(await confirmar({ titulo: `Salvar “${modelo.titulo}”?`, texto: aviso, acao: 'Salvar modelo' }))) return
    salvar.mutate({ tipo: modelo.tipo, texto }, { onSuccess: () => avisar('Modelo salvo.') })
  }
  return (
    <>
      <Card component="section" aria-label={`Texto de ${modelo.titulo}`} sx={{ p: 5, display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
          <Typography variant="h2">{modelo.titulo}</Typography>
          <StatusChip de={situacaoModelo[modelo.situacao]} />
          <Typography sx={{ ml: 'auto', color: cor.text3, fontSize: 12 }}>versão {modelo.versao}</Typography>
        </Box>
        {modelo.motivo && <Alert severity="warning">A Meta recusou: {modelo.motivo}</Alert>}
        {modelo.texto_em_uso !== modelo.texto && (
          <Alert severity="info">
            {modelo.texto_em_uso
              ? `Enquanto este texto não é aprovado, sai: “${modelo.texto_em_uso}”`
              : 'Nada sai com este modelo até a aprovação.'}
          </Alert>
        )}
        <OutlinedInput
          multiline
          minRows={7}
          value={texto}
          inputRef={campo}
          onChange={(evento) => setTexto(evento.target.value)}
          error={problemas.length > 0}
          slotProps={{
            input: { 'aria-label': 'Texto do modelo', 'aria-describedby': 'modelo-problemas', maxLength: MAXIMO + 200 },
          }}
        />
        <Box sx={{ display: 'flex', gap: 2, minHeight: 20, fontSize: 12 }}>
          <Box id="modelo-problemas" role="status" sx={{ color: 'error.main' }}>
            {problemas[0]}
          </Box>
          <Box sx={{ ml: 'auto', color: texto.length > MAXIMO ? 'error.main' : cor.text3 }}>
            {numero(texto.length)} de {numero(MAXIMO)}
          </Box>
        </Box>
        <Box role="group" aria-label="Inserir variável" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {VARIAVEIS.map((variavel) => (
            <Button
              key={variavel}
              size="small"
              variant="outlined"
              title={`Exemplo: ${EXEMPLOS[variavel]}`}
              onClick={() => inserir(variavel)}
            >
              {variavel}
            </Button>
          ))}
        </Box>
        {salvar.error && <Alert severity="error">{fraseDe(salvar.error)}</Alert>}
        <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
          <Button disabled={!mudou} onClick={() => setTexto(modelo.texto)}>
            Descartar
          </Button>
          <Button
            variant="contained"
            disabled={!mudou || problemas.length > 0}
            loading={salvar.isPending}
            onClick={() => void gravar()}
          >
            Salvar modelo
          </Button>
        </Box>
      </Card>
      <Card component="section" aria-label="Como o cliente recebe" sx={{ p: 5, background: '#EFE7DD' }}>
        <Box
          sx={{
            background: '#FFF',
            borderRadius: '12px',
            p: 3,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            fontSize: 15,
            lineHeight: '22px',
          }}
        >
          {preencher(texto, EXEMPLOS).conteudo}
        </Box>
        <Typography sx={{ mt: 2, fontSize: 12, color: 'text.secondary' }}>Com valores de exemplo.</Typography>
      </Card>
    </>
  )
}
