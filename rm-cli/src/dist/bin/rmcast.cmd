@echo off
rem The rmcast command line, as it was unpacked. RMCAST_JAVA_OPTS is passed to java.
setlocal
set "RMCAST_JAVA=java.exe"
if defined JAVA_HOME set "RMCAST_JAVA=%JAVA_HOME%\bin\java.exe"
rem Netty uses Unsafe; newer Javas warn of it unless it is allowed, older ones do not know the option.
"%RMCAST_JAVA%" -XX:+IgnoreUnrecognizedVMOptions --sun-misc-unsafe-memory-access=allow %RMCAST_JAVA_OPTS% -jar "%~dp0..\rmcast.jar" %*
exit /b %ERRORLEVEL%
