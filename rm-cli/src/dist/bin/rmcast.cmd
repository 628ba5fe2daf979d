@echo off
rem The rmcast command line, as it was unpacked. RMCAST_JAVA_OPTS is passed to java.
setlocal
set "RMCAST_JAVA=java.exe"
if defined JAVA_HOME set "RMCAST_JAVA=%JAVA_HOME%\bin\java.exe"
rem Vectors of 16 bytes: see docs/embedding.md, SHA-256 and AVX-512.
rem Netty uses Unsafe; newer Javas warn of it unless it is allowed, older ones do not know the option.
"%RMCAST_JAVA%" -XX:+IgnoreUnrecognizedVMOptions -XX:MaxVectorSize=16 --sun-misc-unsafe-memory-access=allow %RMCAST_JAVA_OPTS% -jar "%~dp0..\rmcast.jar" %*
exit /b %ERRORLEVEL%
